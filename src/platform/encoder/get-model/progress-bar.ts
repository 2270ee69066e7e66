const BAR_WIDTH = 30
const MEGABYTE = 1e6
/** Share between two lines where the output is not a terminal. */
const LINE_EVERY = 0.1

export interface ProgressOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/** Draws the progress of bytes: one line that changes on a terminal, a line per tenth elsewhere. */
export function createProgressBar(progressOutput: ProgressOutput): (done: number, total: number) => void {
  let drawnStep = -1
  return (doneBytes, totalBytes) => {
    const doneShare = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1
    const currentStep = Math.floor(doneShare / (progressOutput.isTTY ? 0.01 : LINE_EVERY))
    if (currentStep === drawnStep) return
    drawnStep = currentStep
    const filledWidth = Math.round(doneShare * BAR_WIDTH)
    const megabytesText = (byteCount: number) => (byteCount / MEGABYTE).toFixed(1)
    const barText = `[${'#'.repeat(filledWidth)}${'.'.repeat(BAR_WIDTH - filledWidth)}]`
    const progressText = `${barText} ${Math.floor(doneShare * 100)} %, ${megabytesText(doneBytes)} of ${megabytesText(totalBytes)} MB`
    progressOutput.write(progressOutput.isTTY ? `\r${progressText}${doneShare === 1 ? '\n' : ''}` : `${progressText}\n`)
  }
}
