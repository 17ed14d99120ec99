import type { ValueFormat } from '../format.ts'
import { fieldOf, registerCount } from '../shape.ts'
import { floatType } from './floats.ts'
import { bcdType, integerType, negativeFromType } from './integers.ts'
import { layoutOf } from './order.ts'
import type { RawType } from './raw.ts'

/** How the numbers of a format are kept in its registers. */
export function rawTypeOf(format: ValueFormat): RawType {
  const { negativeFrom } = format.coding ?? {}
  const type = bareTypeOf(format)
  return negativeFrom === undefined ? type : negativeFromType(type, negativeFrom)
}

/** As the registers hold it, before any coding. */
export function bareTypeOf(format: ValueFormat): RawType {
  const { valueType, order } = format
  const layout = layoutOf(registerCount(format), order)
  if (valueType === 'f32' || valueType === 'f64') return floatType(layout)
  if (valueType === 'bcd16' || valueType === 'bcd32') return bcdType(layout)
  const signed = valueType === 's16' || valueType === 's32' || valueType === 's64'
  return integerType(layout, { signed, field: fieldOf(format) })
}
