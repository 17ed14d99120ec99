import { registerCount } from '@busbar/modbus'
import type { DeviceTemplate, ParamTemplate, Probe } from '@busbar/templates'
import { type Evidence, evidenceOf } from '@busbar/templates/evidence'

/** The register map of a device, from its template. */
export const devicePage = (template: DeviceTemplate): string => {
  const { name, manufacturer, version, skus, readGroupSize, paramTemplates, sources = [], variant } = template
  return [
    `# ${name}`,
    '',
    `${manufacturer}, version ${version}. SKU: ${skus.join(', ')}. At most ${readGroupSize} registers per read.`,
    ...(sources.length > 0 ? ['', `Sources: ${sources.join('; ')}.`] : []),
    '',
    evidenceText(evidenceOf(template)),
    ...(variant ? ['', `One of the maps of \`${variant.of}\`: ${variant.note.en}.${probeText(variant.probe)}`] : []),
    ...(paramTemplates.some(({ untried }) => untried)
      ? ['', 'Parameters marked *untried* have only one source and are not confirmed on a device.']
      : []),
    '',
    '| area | address | label | name | type | unit | writable range |',
    '|---|---|---|---|---|---|---|',
    ...paramTemplates.map(row),
    '',
  ].join('\n')
}

const evidenceText = (evidence: Evidence): string => {
  if (evidence.state === 'simulated') return '**Simulated**: a family of this project, without a real device.'
  const { valueCount, source } = evidence
  const values = valueCount === 1 ? 'one value that is' : `${valueCount} values that are`
  return `**Not tested on a real device by this project.** Tested with ${values} published with registers and meaning (${source}).`
}

const row = (param: ParamTemplate): string =>
  `| ${[
    param.registerKind,
    addressText(param),
    `\`${param.label}\``,
    what(param),
    type(param),
    param.unitName ?? '',
    param.isProgrammable ? range(param) : '',
  ].join(' | ')} |`

const what = ({ name, description, untried }: ParamTemplate): string =>
  [name.en, description && `. ${description.en}`, untried && ' *(untried)*'].filter(Boolean).join('')

const addressText = (param: ParamTemplate): string => {
  const { address, bitPosition, bitsAmount = 1 } = param
  const last = address + registerCount(param) - 1
  if (param.valueType !== 'string' && bitPosition !== undefined) {
    return `${address}.${bitPosition}${bitsAmount > 1 ? `-${bitPosition + bitsAmount - 1}` : ''}`
  }
  return last === address ? `${address}` : `${address}-${last}`
}

const type = ({ valueType, order, multiplier, nanValues, coding }: ParamTemplate): string =>
  [
    valueType,
    order,
    multiplier === undefined ? undefined : `x ${multiplier}`,
    coding?.negativeFrom === undefined ? undefined : `negative from ${coding.negativeFrom} on`,
    coding?.signAt && `sign in ${coding.signAt.address} (${coding.signAt.positive} +, ${coding.signAt.negative} -)`,
    coding?.scaleAt === undefined ? undefined : `x 10^(${coding.scaleAt})`,
    nanValues && `none: ${nanValues.join(', ')}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ')

const probeText = (probe: Probe | undefined): string => {
  if (probe === undefined) return ''
  const { registerKind, address, valueType, min, max, absent } = probe
  const bounds = [min === undefined ? '' : ` from ${min}`, max === undefined ? '' : ` to ${max}`].join('')
  return ` It is this one when ${registerKind} ${address} has ${absent ? 'no' : 'a'} ${valueType}${bounds}.`
}

const range = ({ min, max }: ParamTemplate): string =>
  min === undefined && max === undefined ? 'yes' : `${min ?? ''} to ${max ?? ''}`
