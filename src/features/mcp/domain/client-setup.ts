/** Assistants with a way of their own to add a server. */
export const CLIENTS = ['claude', 'claude_code', 'chatgpt', 'cursor', 'vscode'] as const
export type ClientKind = (typeof CLIENTS)[number]

export interface ClientSetup {
  label: string
  steps: string
  /** Text to paste. */
  code: string
}

const json = (value: object) => JSON.stringify(value, null, 2)

/**
 * Steps and texts to paste for each assistant.
 * @param name of the server there: letters, digits and hyphens
 */
export const clientSetups = (url: string, name: string): Record<ClientKind, ClientSetup> => ({
  claude: {
    label: 'Claude',
    steps: 'Under Settings → Connectors, choose “Add custom connector” and paste this address.',
    code: url,
  },
  claude_code: {
    label: 'Claude Code',
    steps: 'Run this command.',
    code: `claude mcp add --transport http ${name} ${url}`,
  },
  chatgpt: {
    label: 'ChatGPT',
    steps:
      'Under Settings → Connectors → Advanced settings, turn on developer mode. Then create a connector with this address and without authentication.',
    code: url,
  },
  cursor: {
    label: 'Cursor',
    steps: 'Put this into .cursor/mcp.json in your project.',
    code: json({ mcpServers: { [name]: { url } } }),
  },
  vscode: {
    label: 'VS Code',
    steps: 'Put this into .vscode/mcp.json in your project.',
    code: json({ servers: { [name]: { type: 'http', url } } }),
  },
})
