/** Nothing that anybody could call. */
class Quiet {
    void whisper() {
    }
}
