// Three visitors' threads run through a warp, over one and under the next, and leave it as one.
const STEP = 20
const GAP = 5
const LENGTH = 360
const BREADTH = 240
const CLOTH = { from: 84, to: 236 }
const rows = Array.from({ length: 11 }, (_, index) => (index + 1) * STEP)
const columns = Array.from({ length: 7 }, (_, index) => 100 + index * STEP)
/** At a sixth, a half and five sixths of the breadth: the middles of three equal rows beside it. */
const QUESTIONS = [40, 120, 200]

const isOver = (row: number, column: number) => (row / STEP + column / STEP) % 2 === 0

/** A straight thread as segments: it is interrupted at every crossing where it passes below. */
function pieces(from: number, to: number, below: readonly number[]): [number, number][] {
  const out: [number, number][] = []
  let start = from
  for (const crossing of below) {
    out.push([start, crossing - GAP])
    start = crossing + GAP
  }
  out.push([start, to])
  return out
}

/** Path data for the two orientations of the drawing: horizontal, or vertical for narrow screens. */
function shapes(lying: boolean) {
  const at = (along: number, across: number) => (lying ? `${along} ${across}` : `${across} ${along}`)
  const line = (across: number) => (piece: [number, number]) => `M${at(piece[0], across)}L${at(piece[1], across)}`
  const weft = (row: number, from: number, to: number) =>
    pieces(
      from,
      to,
      columns.filter((column) => !isOver(row, column)),
    )
      .map(line(row))
      .join('')
  const warp = columns
    .map((column) =>
      pieces(
        4,
        BREADTH - 4,
        rows.filter((row) => isOver(row, column)),
      )
        .map(([a, b]) => `M${at(column, a)}L${at(column, b)}`)
        .join(''),
    )
    .join('')
  const middle = BREADTH / 2
  const threads = QUESTIONS.map((row) => {
    const straight = weft(row, 0, CLOTH.to)
    const bend = `C${at(290, row)} ${at(286, middle)} ${at(336, middle)}`
    return `${straight}M${at(CLOTH.to, row)}${row === middle ? '' : bend}L${at(LENGTH, middle)}`
  })
  const filling = rows
    .filter((row) => !QUESTIONS.includes(row))
    .map((row) => weft(row, CLOTH.from, CLOTH.to))
    .join('')
  return { warp, filling, threads }
}

const lying = shapes(true)
const standing = shapes(false)

export function Weave({ down = false, className = '' }: { down?: boolean; className?: string }) {
  const { warp, filling, threads } = down ? standing : lying
  return (
    <svg
      viewBox={down ? `0 0 ${BREADTH} ${LENGTH}` : `0 0 ${LENGTH} ${BREADTH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`fill-none [stroke-linecap:round] *:[vector-effect:non-scaling-stroke] ${className}`}
    >
      <path d={warp} className="stroke-control/60 stroke-1" />
      <path d={filling} className="stroke-control/60 stroke-1" />
      {threads.map((d) => (
        <path key={d} d={d} className="stroke-accent-edge stroke-[2.5px]" />
      ))}
    </svg>
  )
}
