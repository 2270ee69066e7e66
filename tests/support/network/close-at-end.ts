// Setup of every database test file: files share modules, so each needs its own end.
import { afterAll } from 'vitest'
import { closeAll } from '../database/database.ts'

afterAll(closeAll)
