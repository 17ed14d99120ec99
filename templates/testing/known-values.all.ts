import type { Frames } from './known-values.frames.ts'
import { made } from './known-values.made.ts'
import { madeEquipment } from './known-values.made-equipment.ts'
import { madeInverters } from './known-values.made-inverters.ts'
import { madeMeters } from './known-values.made-meters.ts'
import { published } from './known-values.published.ts'
import { publishedEquipment } from './known-values.published-equipment.ts'
import { publishedField } from './known-values.published-field.ts'
import { publishedInverters } from './known-values.published-inverters.ts'
import { publishedMeters } from './known-values.published-meters.ts'
import { publishedPrinted } from './known-values.published-printed.ts'
import { publishedRecordings } from './known-values.published-recordings.ts'

/** All that is known of registers, by SKU. */
export const known: { published: Frames; made: Frames } = {
  published: {
    ...published,
    ...publishedMeters,
    ...publishedInverters,
    ...publishedEquipment,
    ...publishedField,
    ...publishedPrinted,
    ...publishedRecordings,
  },
  made: { ...made, ...madeMeters, ...madeInverters, ...madeEquipment },
}
