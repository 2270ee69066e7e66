import type { PagePrompt } from './launcher-prompt.ts'
import type { TagData } from './tag-settings.ts'

/** `open` and `close` of the panel; `answer` when a question has been answered. */
export interface LauncherEvents {
  open: undefined
  close: undefined
  answer: { outcome: string }
}

/** API of the launcher for host pages; calls from before it was loaded are replayed. */
export interface LauncherApi {
  open(): void
  close(): void
  /** Opens the panel and asks in the visitor's place. */
  ask(question: string): void
  on<Name extends keyof LauncherEvents>(name: Name, handler: (detail: LauncherEvents[Name]) => void): void
  off<Name extends keyof LauncherEvents>(name: Name, handler: (detail: LauncherEvents[Name]) => void): void
}

export interface Launcher extends LauncherApi {
  /** Puts the button back where something took it off the page. */
  place(): void
  destroy(): void
}

/** Settings of the workspace: its color, and suggestions and prompts by page. The first rule that matches applies. */
export interface LauncherSettings {
  color: string
  rules: readonly {
    include: readonly string[]
    exclude: readonly string[]
    suggestions: readonly string[]
    prompt: PagePrompt | null
  }[]
  /** Omitted without rules. */
  promptsPerDay?: number
}

/** The second script, as the first one gets to see it. */
export interface LauncherModule {
  mountLauncher(data: TagData, origin: string, pages?: LauncherSettings): Launcher
  /** Added by the server. */
  pages?: LauncherSettings
}
