import type { Language } from '@busbar/messaging/texts'
import { formattedValue } from '../../fields/formatted-value.ts'
import type { CommandCall } from '../needs.ts'
import { type WriteCall, writeParam } from './write-param.ts'

/** Writes a value to a device, and answers what it held and holds, as people read it. */
export const writeAndShow = async (
  call: WriteCall & Pick<CommandCall<'member'>, 'orgId'>,
  paramId: number,
  value: string,
  lang: Language,
) => {
  const written = await writeParam(call, call.orgId, paramId, { by: 'write', value })
  if ('err' in written) return written
  const { ok, ...audit } = written
  const { oldValue = null, newValue, facts } = ok
  return { ok: { oldValue, newValue, formattedValue: formattedValue(newValue, facts, lang) }, ...audit }
}
