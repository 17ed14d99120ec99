import { RangeRefused, Refusal } from '@busbar/wire/server'
import { CardError } from '../../storage/card/card-error.ts'

/** Runs an operation of the card. Its errors become responses with their own codes; other errors are bugs. */
export const onCard = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RangeRefused) {
      throw new Refusal('ERROR_RANGE', error.message, { 'content-range': `bytes */${error.sizeBytes}` })
    }
    if (!(error instanceof CardError) || error.code === 'ERROR_FR_INT_ERR') throw error
    throw new Refusal(error.code, error.message)
  }
}
