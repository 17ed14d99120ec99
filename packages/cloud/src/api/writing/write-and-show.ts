import type { Call } from '../../service.ts'
import type { Language } from '../../texts/texts.ts'
import { writeParam } from '../../writing/write-param.ts'
import { formattedValue } from '../readings/format/formatted-value.ts'

/** Writes a value to a device, and answers what it held and holds, as people read it. */
export const writeAndShow = async (call: Call, paramId: number, value: string, lang: Language) => {
  const written = await writeParam(call, call.orgId, paramId, { by: 'write', value })
  if ('err' in written) return written
  const { ok, ...audit } = written
  const { oldValue = null, newValue, facts } = ok
  return { ok: { oldValue, newValue, formattedValue: formattedValue(newValue, facts, lang) }, ...audit }
}
