const WIDTH = 30
const MEGABYTE = 1e6
/** Share between two lines where the output is not a terminal. */
const LINE_EVERY = 0.1

export interface ProgressOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/** Draws the progress of bytes: one line that changes on a terminal, a line per tenth elsewhere. */
export function createProgressBar(output: ProgressOutput): (done: number, total: number) => void {
  let drawn = -1
  return (done, total) => {
    const share = total > 0 ? Math.min(1, done / total) : 1
    const step = Math.floor(share / (output.isTTY ? 0.01 : LINE_EVERY))
    if (step === drawn) return
    drawn = step
    const filled = Math.round(share * WIDTH)
    const size = (bytes: number) => (bytes / MEGABYTE).toFixed(1)
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]`
    const text = `${bar} ${Math.floor(share * 100)} %, ${size(done)} of ${size(total)} MB`
    output.write(output.isTTY ? `\r${text}${share === 1 ? '\n' : ''}` : `${text}\n`)
  }
}
