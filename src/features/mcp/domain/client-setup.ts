/** Assistants with a way of their own to add a server. */
export const CLIENT_KINDS = ['claude', 'claude_code', 'chatgpt', 'cursor', 'vscode'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

export interface ClientSetup {
  label: string
  steps: string
  /** Text to paste. */
  code: string
}

const formatJson = (configuration: object) => JSON.stringify(configuration, null, 2)

/**
 * Steps and texts to paste for each assistant.
 * @param serverName its name there: letters, digits and hyphens
 */
export const clientSetups = (serverUrl: string, serverName: string): Record<ClientKind, ClientSetup> => ({
  claude: {
    label: 'Claude',
    steps: 'Under Settings → Connectors, choose “Add custom connector” and paste this address.',
    code: serverUrl,
  },
  claude_code: {
    label: 'Claude Code',
    steps: 'Run this command.',
    code: `claude mcp add --transport http ${serverName} ${serverUrl}`,
  },
  chatgpt: {
    label: 'ChatGPT',
    steps:
      'Under Settings → Connectors → Advanced settings, turn on developer mode. Then create a connector with this address and without authentication.',
    code: serverUrl,
  },
  cursor: {
    label: 'Cursor',
    steps: 'Put this into .cursor/mcp.json in your project.',
    code: formatJson({ mcpServers: { [serverName]: { url: serverUrl } } }),
  },
  vscode: {
    label: 'VS Code',
    steps: 'Put this into .vscode/mcp.json in your project.',
    code: formatJson({ servers: { [serverName]: { type: 'http', url: serverUrl } } }),
  },
})
