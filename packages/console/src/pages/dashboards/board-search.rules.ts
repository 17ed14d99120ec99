import { type SpanName, spans } from '../../charts/view.rules.ts'
import { type KioskSearch, kioskSearch } from '../../state/kiosk.rules.ts'

/** What the address says of a board that is looked at. */
export interface BoardSearch extends KioskSearch {
  /** How much time its charts show; a day if nothing is said. */
  span?: SpanName
  /** The device of a board for any device of a template. */
  device?: number
  edit?: true
}

/** Takes what makes sense, and leaves out the rest. */
export const boardSearch = ({ span, device, edit, ...rest }: Record<string, unknown>): BoardSearch => ({
  ...(typeof span === 'string' && span in spans && { span: span as SpanName }),
  ...(typeof device === 'number' && Number.isSafeInteger(device) && device > 0 && { device }),
  ...(edit === true && { edit }),
  ...kioskSearch(rest),
})
