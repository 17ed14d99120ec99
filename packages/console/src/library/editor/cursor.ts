import type { CellField } from '../register-map/cells.rules.ts'

/** A cell of the table. */
export interface Cursor {
  key: number
  field: CellField
}
