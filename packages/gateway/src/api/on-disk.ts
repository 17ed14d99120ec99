import { Refusal } from '@busbar/wire/server'
import { NotSaved } from '../storage/not-saved.ts'

/** Converts a failed write into a refusal with advice. Nothing has changed in that case. */
export const onDisk = async <T>(act: () => T | Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    throw error instanceof NotSaved ? new Refusal('ERROR_DISK', error.message) : error
  }
}
