import { registerCount } from '@busbar/modbus'
import type { DeviceTemplate, ParamTemplate } from '@busbar/templates'

/** The register map of a device, from its template. */
export const devicePage = ({
  name,
  manufacturer,
  version,
  skus,
  readGroupSize,
  paramTemplates,
}: DeviceTemplate): string =>
  [
    `# ${name}`,
    '',
    `${manufacturer}, version ${version}. SKU: ${skus.join(', ')}. At most ${readGroupSize} registers in a read.`,
    '',
    '| table | address | label | what | type | unit | written |',
    '|---|---|---|---|---|---|---|',
    ...paramTemplates.map(row),
    '',
  ].join('\n')

const row = (param: ParamTemplate): string =>
  `| ${[
    param.registerKind,
    place(param),
    `\`${param.label}\``,
    param.name.en,
    type(param),
    param.unitName ?? '',
    param.isProgrammable ? range(param) : '',
  ].join(' | ')} |`

const place = (param: ParamTemplate): string => {
  const { address, bitPosition, bitsAmount = 1 } = param
  const last = address + registerCount(param) - 1
  if (param.valueType !== 'string' && bitPosition !== undefined) {
    return `${address}.${bitPosition}${bitsAmount > 1 ? `-${bitPosition + bitsAmount - 1}` : ''}`
  }
  return last === address ? `${address}` : `${address}-${last}`
}

const type = ({ valueType, order, multiplier }: ParamTemplate): string =>
  [valueType, order, multiplier === undefined ? undefined : `x ${multiplier}`]
    .filter((part) => part !== undefined)
    .join(' ')

const range = ({ min, max }: ParamTemplate): string =>
  min === undefined && max === undefined ? 'yes' : `${min ?? ''} to ${max ?? ''}`
