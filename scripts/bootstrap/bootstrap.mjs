// What every command does first: dependencies as locked, then the pinned Node. Plain JavaScript without
// dependencies, because it runs on a fresh clone under whatever Node (20 or later) is there.
import { realpathSync } from 'node:fs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { become } from './process.mjs'
import { say } from './root.mjs'

/**
 * Ends the process with a clear line when the work fails before the command itself has begun.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function orExit(work) {
  try {
    return await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/**
 * Installs what is missing, and starts this very command again under the pinned Node when another one runs it.
 * @param {{ dev: boolean }} options dev: whether the command needs the development dependencies
 * @returns {Promise<string>} the pinned Node's executable, which is also the running one
 */
export async function bootstrap(options) {
  return orExit(async () => {
    await ensureInstalled(options)
    const node = pinnedNode()
    if (realpathSync(node) !== realpathSync(process.execPath)) {
      await become(node, [...process.execArgv, ...process.argv.slice(1)])
    }
    return node
  })
}
