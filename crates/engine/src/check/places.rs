//! Places in code: names, lines, and the text that stands there.

use std::cell::RefCell;
use std::collections::HashMap;

use ir::entity::EntityId as _;
use ir::{Inst, Name};
use points_to::{Obj, ObjKind};
use races::{Access, Site, Technique};
use report::{AccessSite, Frame, Holder};

use super::Namer;
use crate::analysis::{Analysis, Place};
use crate::source::SourceText;

impl Namer<'_> {
    pub(super) fn place(&self, site: Site) -> Place {
        self.analysis.place(self.analysis.method_name(site.method), Some(site.inst))
    }

    pub(super) fn site(&self, site: Site) -> AccessSite {
        let place = self.place(site);
        AccessSite {
            class: place.method.class.to_string(),
            method: place.method.name.to_string(),
            descriptor: place.method.ty.descriptor().to_string(),
            file: place.file.map(|file| file.to_string()),
            line: place.line,
            offset: place.offset.unwrap_or_default(),
        }
    }

    /// Where an access is told: at the call in the application, or without bubble-up in the library method that is called.
    pub(super) fn told_at(&self, access: &Access) -> AccessSite {
        let bubbles = self.analysis.techniques().has(Technique::BubbleUp);
        let Some(method) = access.via.filter(|_| !bubbles) else { return self.site(access.site) };
        let name = self.analysis.method_name(method);
        // What has a summary is told where its code begins.
        let first = self.analysis.with_body(name, |body| {
            body.insts.iter().find(|(_, data)| data.line().is_some()).map(|(inst, _)| inst)
        });
        let inst = first.flatten().unwrap_or(Inst::from_index(0));
        self.site(Site { method, inst })
    }

    pub(super) fn frame(&self, site: Site) -> Frame {
        frame(&self.place(site))
    }

    /// `Spider.java:41`
    pub(super) fn position(&self, site: Site) -> String {
        self.site(site).place()
    }

    /// The calls that lead to an access, and the access itself; innermost first.
    pub(super) fn stack(&self, access: &Access) -> Vec<Frame> {
        let sites = access.stack.iter().chain([&access.site]).rev();
        // Code that calls the entry points is in no program.
        let places = sites.map(|site| self.place(*site)).filter(|at| !at.method.is_driver());
        places.map(|place| frame(&place)).collect()
    }

    /// Where an object is made.
    pub(super) fn made_at(&self, object: Obj) -> Option<Holder> {
        let ObjKind::Site(code, ordinal) = self.analysis.solver().obj(object).kind else {
            return None;
        };
        self.analysis.site(code, ordinal).map(|place| Holder::Made(frame(&place)))
    }
}

fn frame(place: &Place) -> Frame {
    Frame {
        class: place.method.class.to_string(),
        method: place.method.name.to_string(),
        file: place.file.map(|file| file.to_string()),
        line: place.line,
    }
}

/// The texts of classes, read when they are wanted.
pub(super) struct Sources<'a> {
    analysis: &'a Analysis,
    texts: RefCell<HashMap<Name, Option<SourceText>>>,
}

impl<'a> Sources<'a> {
    pub(super) fn new(analysis: &'a Analysis) -> Sources<'a> {
        Sources { analysis, texts: RefCell::default() }
    }

    /// The line of source that a place is in, if it can be found.
    pub(super) fn line(&self, site: Site) -> Option<String> {
        let method = self.analysis.method_name(site.method);
        let line = self.analysis.place(method, Some(site.inst)).line?;
        let mut texts = self.texts.borrow_mut();
        let text = texts.entry(method.class).or_insert_with(|| self.analysis.source(method.class));
        let line = text.as_ref()?.line(line)?.trim();
        (!line.is_empty()).then(|| line.to_owned())
    }
}
