import { AppError } from '../../kernel/app-error.ts'

/** Why a database is not migrated: unavailable `data_dir.no_copy`. @param dataFolder where the copy was to be */
export const noCopy = (dataFolder: string, cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'data_dir.no_copy',
    `The database is not migrated, because no copy of it could be made in ${dataFolder}: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  )
