mod ids;
mod set;
pub use ids::*;
pub use set::PointsToSet;
