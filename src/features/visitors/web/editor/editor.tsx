import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import type { Appearance } from '../../../appearance/contract.ts'
import {
  BrandingSection,
  CssSection,
  GeneralSection,
  HeaderSection,
  StyleSection,
  useLookEditing,
} from '../../../appearance/web/index.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { DEFAULT_TAG_OPTIONS, type TagOptions } from '../../domain/embed-snippet.ts'
import { ColorChanges } from './color-changes.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { SectionList } from './section-list.tsx'
import { type EditorSection, sectionOf } from './sections.ts'
import { ShareSection } from './share-section.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** The sections beside the preview, over what is stored. */
export function Editor({ stored }: { stored: Appearance }) {
  const { current, can } = useWorkspace()
  const editing = useLookEditing(stored)
  const { look, unsaved, replacing, saving } = editing
  const section = sectionOf(useUrlParameters().params.get('section'))
  const [options, setOptions] = useState<TagOptions>(DEFAULT_TAG_OPTIONS)
  const [height, setHeight] = useState<number | null>(null)
  const mayWrite = can('widget.write')
  const sharing = section?.key === 'share'
  return (
    <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-[minmax(20rem,1fr)_minmax(0,37.5rem)]">
      <UnsavedGuard unsaved={unsaved} />
      <form
        noValidate
        className="min-w-0"
        onSubmit={(event) => {
          event.preventDefault()
          if (unsaved && !saving) void editing.save()
        }}
      >
        {section ? <SectionHead section={section} /> : <SectionList errors={editing.errors} />}
        {sharing && current && <ShareSection {...{ current, look, options, height }} onOptionsChange={setOptions} />}
        {section && !sharing && (
          <fieldset disabled={!mayWrite} className="flex min-w-0 flex-col gap-5">
            {section.key === 'style' && <StyleSection editing={editing} accentChanges={<ColorChanges look={look} />} />}
            {section.key === 'css' && <CssSection editing={editing} />}
            {section.key === 'general' && <GeneralSection editing={editing} />}
            {section.key === 'header' && <HeaderSection editing={editing} />}
            {section.key === 'branding' && <BrandingSection editing={editing} />}
          </fieldset>
        )}
        {mayWrite ? (
          // In the way of nothing while there is nothing to save.
          <div
            className={cx(
              'mt-6 flex items-center gap-4 bg-paper py-3.5',
              unsaved ? 'sticky bottom-0 z-10 border-t border-line' : (!section || sharing) && 'hidden',
            )}
          >
            <Button type="submit" variant="primary" disabled={!unsaved} loading={saving}>
              Save
            </Button>
            <p role="status" className="text-sm text-ink-faint">
              {replacing
                ? 'Not saved yet. Saving overwrites the change of another user.'
                : unsaved
                  ? 'Not saved yet'
                  : ''}
            </p>
          </div>
        ) : (
          current && (
            <p className="mt-5 text-md text-ink-soft">Only owners of this workspace can change its appearance.</p>
          )
        )}
      </form>
      <PreviewPanel look={look} tag={sharing ? options : undefined} onHeight={sharing ? setHeight : undefined} />
    </div>
  )
}

/** Opens a section and moves the focus to it. */
function SectionHead({ section }: { section: EditorSection }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (section) heading.current?.focus({ preventScroll: true })
  }, [section])
  return (
    <div className="mb-5">
      <Link
        to={{ search: '' }}
        className="-ml-1 inline-flex min-h-9 items-center gap-1.5 rounded-md px-1 text-md font-medium text-ink-soft hover:text-ink"
      >
        <ArrowLeft size={15} aria-hidden="true" />
        Back to sections
      </Link>
      <h2 ref={heading} tabIndex={-1} className="mt-1.5 text-xl font-semibold">
        {section.title}
      </h2>
    </div>
  )
}
