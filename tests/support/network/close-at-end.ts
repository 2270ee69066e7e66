// Set-up of every database test file: their modules are shared, so that the end of each has to be told.
import { afterAll } from 'vitest'
import { closeAll } from '../database/database.ts'

afterAll(closeAll)
