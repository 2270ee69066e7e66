import { type CSSProperties, useState } from 'react'
import { shownColorScheme } from '../../../../web/browser/theme.ts'
import { Choice } from '../../../../web/ui/choice.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import type { Appearance } from '../../../appearance/contract.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { brandStyle, launcherColor } from '../../domain/branding.ts'
import { DARK_LAUNCHER, type TagOptions } from '../../domain/embed-snippet.ts'
import { PreviewContent, type PreviewPlace } from './preview-content.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewLauncher } from './preview-launcher.tsx'
import { usePreview } from './use-preview.ts'

const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const
const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const VIEWS = [
  { value: 'page', label: 'Page' },
  { value: 'widget', label: 'Widget' },
  { value: 'launcher', label: 'Button' },
] as const

const TAG_VIEWS = { inline: 'widget', launcher: 'launcher' } as const

/** Widths in pixels; a desktop has that of the panel. */
const WIDTHS = { desktop: undefined, phone: 375 }
const FRAME = 'h-[max(600px,calc(100dvh-11rem))] min-h-150 mx-auto w-full rounded-lg'

interface PreviewPanelProps {
  /** The looks as they are being edited. */
  look: Appearance
  /** Options of the tag, where the preview shows the embedded widget. */
  tag?: TagOptions | undefined
  onHeight?: (height: number) => void
}

/** The live preview, or why there is none. */
export function PreviewPanel({ look, tag, onHeight }: PreviewPanelProps) {
  const { workspace } = useWorkspace()
  const preview = usePreview()
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop')
  const [chosen, setTheme] = useState(shownColorScheme)
  const shown = tag?.theme || chosen
  const [chosenView, setView] = useState<PreviewPlace>('page')
  const view = tag ? TAG_VIEWS[tag.mode] : chosenView
  const title = tag ? 'Embedded Widget Preview' : 'Live preview'
  const width = Math.round(look.widget_border_width)
  const frame = (className: string, style?: CSSProperties) =>
    preview.data &&
    workspace && (
      <PreviewFrame
        title={title}
        brand={brandStyle(look)}
        theme={shown}
        lang={preview.data.place.lang}
        dir={preview.data.place.dir}
        onHeight={view === 'widget' ? onHeight : undefined}
        className={className}
        style={style}
      >
        <PreviewContent
          look={{ ...look, id: workspace.id, subdomain: workspace.subdomain }}
          preview={preview.data}
          place={view}
          limit={tag?.limit ?? null}
        />
      </PreviewFrame>
    )
  return (
    <section aria-label={title} className="w-full max-w-150 min-w-0">
      <h2 className="mb-2 text-base font-semibold">{title}</h2>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {!tag && <Choice label="Shown as" hideLabel options={VIEWS} value={view} onValueChange={setView} />}
        <Choice label="Width" hideLabel options={DEVICES} value={device} onValueChange={setDevice} />
        <Choice
          label="Color scheme"
          hideLabel
          options={THEMES}
          value={shown}
          disabled={Boolean(tag?.theme)}
          onValueChange={setTheme}
        />
      </div>
      {preview.data?.faqs.length === 0 && (
        <p className="mb-3 text-sm text-ink-soft">With sample questions, until you publish a FAQ.</p>
      )}
      {preview.isError && !preview.data ? (
        <div
          role="alert"
          className="flex min-h-150 flex-col items-center justify-center rounded-lg border border-line bg-surface p-6 text-center"
        >
          <h3 className="text-base font-semibold">Preview Unavailable</h3>
          <p className="mt-1 text-md text-ink-soft">Unable to load workspace data.</p>
        </div>
      ) : preview.data && workspace ? (
        view === 'launcher' ? (
          <PreviewLauncher
            color={tag?.hasPageColor === false ? DARK_LAUNCHER : launcherColor(look)}
            theme={shown}
            label={tag?.label.trim()}
            isLeft={tag?.position === 'bottom-left'}
            className={FRAME}
            style={{ maxWidth: WIDTHS[device] }}
          >
            {frame('min-h-0 w-full flex-1')}
          </PreviewLauncher>
        ) : (
          frame(FRAME, {
            maxWidth: WIDTHS[device],
            border: view === 'widget' ? `${width}px solid ${look.widget_border_color}` : '1px solid var(--color-line)',
          })
        )
      ) : (
        <div className="grid min-h-150 place-items-center rounded-lg border border-line bg-surface" aria-busy>
          <Spinner size={20} />
        </div>
      )}
    </section>
  )
}
