// Starts `deadheat lsp` and leaves everything else to it and to the language client.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = vscode.commands.registerCommand("deadheat.restartServer", async () => {
    await stop();
    await start();
  });
  const settings = vscode.workspace.onDidChangeConfiguration(async (event) => {
    if (event.affectsConfiguration("deadheat.path")) {
      await stop();
      await start();
    }
  });
  context.subscriptions.push(restart, settings);
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration("deadheat").get<string>("path") || "deadheat";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "java" }],
    outputChannelName: "deadheat",
  };
  client = new LanguageClient("deadheat", "deadheat", server, options);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `deadheat does not start: ${error instanceof Error ? error.message : String(error)}`,
      "Open settings",
    );
    if (choice !== undefined) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "deadheat.path");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
