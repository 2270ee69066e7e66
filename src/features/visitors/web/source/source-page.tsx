import { createElement, Fragment } from 'react'
import type { PublicSource, SourcePart, SourceView, VisitorTexts } from '../../contract.ts'
import { fillPlaceholders } from '../../domain/fill.ts'
import { linkAddress } from '../../domain/web-address.ts'
import { AnswerText } from '../answer/answer-text.tsx'
import { ReadingPage } from '../reading-page.tsx'

/** A longer table of contents is closed at first. */
const CONTENTS_OPEN_MAX = 12

/** A document as a readable page, complete without a script. */
export function SourcePage({ view }: { view: SourceView }) {
  const { texts, source } = view
  return (
    <ReadingPage view={view}>
      <article className="panel document mt-8 px-5 py-7 sm:px-8 sm:py-9">
        <h1 className="text-2xl strong text-balance" dir="auto">
          {source.title}
        </h1>
        <Origin source={source} texts={texts} />
        <Contents source={source} texts={texts} />
        {source.parts.map((part) => (
          <Part key={part.id} part={part} texts={texts} />
        ))}
      </article>
    </ReadingPage>
  )
}

interface SourceProps {
  source: PublicSource
  texts: VisitorTexts
}

function Origin({ source: { url, original }, texts }: SourceProps) {
  const href = linkAddress(url)
  if (!href && !original) return null
  return (
    <p className="answer mt-1.5 text-md">
      {href && (
        <a href={href} rel="noopener">
          {texts.originalPage}
        </a>
      )}
      {href && original && ' · '}
      {original && (
        <a href={original} download>
          {texts.download}
        </a>
      )}
    </p>
  )
}

function Contents({ source: { contents }, texts }: SourceProps) {
  if (contents.length === 0) return null
  return (
    <nav aria-labelledby="_contents">
      <details className="shown" open={contents.length <= CONTENTS_OPEN_MAX}>
        <summary id="_contents">{texts.contents}</summary>
        <ul className="contents">
          {contents.map(({ id, title, depth }) => (
            <li key={id} data-depth={depth}>
              <a href={`#${id}`} dir="auto">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

/** Headings below the title of the page. */
const headingTag = (depth: number) => `h${Math.min(depth + 2, 6)}`

/** Blocks with the images between them. */
function Blocks({ blocks, images }: Pick<SourcePart, 'blocks' | 'images'>) {
  const ends = [...images.map(({ after }) => after), blocks.length]
  return ends.map((end, index) => {
    const some = blocks.slice(ends[index - 1] ?? 0, end)
    const image = images[index]
    return (
      // Images may repeat; their places do not.
      <Fragment key={`${end}-${index}`}>
        {some.length > 0 && <AnswerText blocks={some} />}
        {image && (
          <img
            className="figure"
            src={image.path}
            alt={image.alt}
            width={image.width}
            height={image.height}
            loading="lazy"
            decoding="async"
          />
        )}
      </Fragment>
    )
  })
}

function Part({ part: { id, mark, headings, blocks, images }, texts }: { part: SourcePart; texts: VisitorTexts }) {
  return (
    <>
      {mark && (
        <p className="place" id={`${mark.unit}-${mark.number}`}>
          {fillPlaceholders(mark.unit === 'page' ? texts.pageMark : texts.slideMark, { n: mark.number })}
        </p>
      )}
      {headings.map((heading) =>
        createElement(headingTag(heading.depth), { key: heading.id, id: heading.id, dir: 'auto' }, heading.title),
      )}
      <section id={id}>
        <Blocks blocks={blocks} images={images} />
      </section>
    </>
  )
}
