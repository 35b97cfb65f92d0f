//! Neovim, the real one, with its own client: it attaches, edits a buffer, and the races come.

use std::process::Command;

use serde_json::Value;

use testkit::editor::folder;

const RACY: &str = "public class A extends Thread {
    static int n;
    public void run() {
        n++;
    }
    public static void main(String[] args) {
        new A().start();
        n = 5;
    }
}
";

/// What a user's configuration would say, and then what the user does.
const SCRIPT: &str = r#"
local deadheat, root, out = vim.env.DEADHEAT, vim.env.ROOT, vim.env.OUT
vim.cmd('edit ' .. root .. '/A.java')
local client = vim.lsp.start_client({
  name = 'deadheat',
  cmd = { deadheat, 'lsp' },
  root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
})
vim.lsp.buf_attach_client(0, client)
local function shown()
  local all = {}
  for _, it in ipairs(vim.diagnostic.get(0)) do
    local related = it.user_data.lsp.relatedInformation
    table.insert(all, { line = it.lnum + 1, message = it.message, severity = it.severity, related = related })
  end
  return all
end
local function wait(what)
  return vim.wait(60000, function() return what(#shown()) end, 20)
end
local steps = {}
local function step(what)
  local ok = wait(what)
  table.insert(steps, { ok = ok, shown = shown() })
end
step(function(count) return count > 0 end)
vim.api.nvim_buf_set_text(0, 1, 11, 1, 11, { 'volatile ' })
step(function(count) return count == 0 end)
vim.cmd('undo')
step(function(count) return count > 0 end)
local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 3, character = 0 }, ['end'] = { line = 3, character = 0 } },
  context = { diagnostics = {} },
}, 20000)
local titles = {}
for _, answer in pairs(actions or {}) do
  for _, action in ipairs(answer.result or {}) do table.insert(titles, action.title) end
end
local file = io.open(out, 'w')
file:write(vim.fn.json_encode({ steps = steps, titles = titles }))
file:close()
vim.lsp.stop_client(client)
vim.cmd('qall!')
"#;

#[test]
fn neovim_shows_the_races_of_an_edited_buffer() {
    if Command::new("nvim").arg("--version").output().is_err() {
        testkit::jdk::skip("there is no nvim, and ./test could not install it");
        return;
    }
    let folder = folder(&[("A.java", RACY)]);
    let outside = folder_for_results();
    let (script, out) = (outside.path().join("script.lua"), outside.path().join("out.json"));
    std::fs::write(&script, SCRIPT).unwrap();
    let run = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .env("DEADHEAT", crate::DEADHEAT)
        .env("ROOT", folder.path())
        .env("OUT", &out)
        .env("XDG_STATE_HOME", outside.path())
        .env("XDG_CACHE_HOME", outside.path())
        .output()
        .expect("it was just started");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let result = std::fs::read_to_string(&out).unwrap_or_else(|error| panic!("{error}: {told}"));
    let result: Value = serde_json::from_str(&result).unwrap();
    let steps = result["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    for (step, lines) in steps.iter().zip([vec![4, 8], vec![], vec![4, 8]]) {
        assert_eq!(step["ok"], true, "{result:#}");
        let shown = step["shown"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut got: Vec<u64> = shown.iter().map(|it| it["line"].as_u64().unwrap()).collect();
        got.sort_unstable();
        got.dedup();
        assert_eq!(got, lines, "{result:#}");
        for it in shown {
            assert!(it["message"].as_str().unwrap().starts_with("Race on A.n: "), "{it:#}");
            assert!(!it["related"].as_array().unwrap().is_empty(), "{it:#}");
        }
    }
    let titles = result["titles"].to_string();
    assert!(titles.contains("Suppress this race on A.n"), "{titles}");
    assert_eq!(std::fs::read_to_string(folder.path().join("A.java")).unwrap(), RACY);
}

fn folder_for_results() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
