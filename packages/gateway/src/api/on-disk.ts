import { Refusal } from '@busbar/wire/server'
import { NotSaved } from '../storage/not-saved.ts'

/** What the disk did not take is told with what helps, and nothing has changed. */
export const onDisk = async <T>(act: () => T | Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    throw error instanceof NotSaved ? new Refusal('ERROR_DISK', error.message) : error
  }
}
