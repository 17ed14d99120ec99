import {
  type ImportedPlan,
  type PlannedParam,
  type SharedTemplate,
  type SourceFile,
  sharedTemplates,
} from '@busbar/import'
import { Refusal, shapeProblem } from '@busbar/wire/server'
import { freeSlug, slugFrom } from '../../fields/slugs.rules.ts'
import { formatVersion } from '../document.contract.ts'
import { type Part, wholeDocument } from '../transfer.contract.ts'
import type { ConfigPlan } from './import-config.contract.ts'

const paramsMax = 20_000
const usualPeriodSec = 60
const readGroupSize = 60

interface SentFile {
  name: string
  text?: string | undefined
  base64?: string | undefined
}

/** Files as readers take them. */
export const sourceFiles = (files: readonly SentFile[]): SourceFile[] =>
  files.map(({ name, text, base64 }, at) => {
    if ((text === undefined) === (base64 === undefined)) {
      throw new Refusal('IncorrectRequest', `body.files.${at}: must have either text or base64`)
    }
    return { name, content: text ?? new Uint8Array(Buffer.from(base64 ?? '', 'base64')) }
  })

/** A plan as it is answered. */
export const shownPlan = (imported: ImportedPlan): ConfigPlan => {
  const templates = sharedTemplates(imported.devices)
  const netIndex = (key: string): number => imported.networks.findIndex((net) => net.key === key)
  return {
    networks: imported.networks.map(({ name, existingId, protocol, host, port }) => ({
      name,
      protocol,
      ...(existingId !== null && { existingId }),
      ...(host !== null && { ip: host, port }),
    })),
    templates: templates.map(({ name, params }) => ({ name, paramTemplates: [...params] })),
    devices: imported.devices.map(({ name, net, unit, periodSec }, at) => ({
      name,
      network: netIndex(net),
      template: templates.findIndex(({ devices }) => devices.includes(at)),
      modbusUnitId: unit,
      updatePeriodSec: periodSec ?? usualPeriodSec,
    })),
  }
}

/** A plan as a part of an organization's document: the way in is the same, with all its checks. Ids are places in the plan, from 1. */
export const partOf = (imported: ImportedPlan, isTemplatesOnly: boolean): Part => {
  const templates = sharedTemplates(imported.devices)
  const { devices, networks } = isTemplatesOnly ? { devices: [], networks: [] } : imported
  const paramCount = devices.reduce((sum, { params }) => sum + params.length, 0)
  if (paramCount > paramsMax)
    throw new Refusal('IncorrectRequest', `body.files: at most ${paramsMax} parameters at once`)
  const netIds = new Map(networks.map(({ key }, at) => [key, at + 1]))
  const netSlugs = slugsOf(networks.map(({ name }) => name))
  const deviceSlugs = slugsOf(devices.map(({ name }) => name))
  let paramId = 0
  const part = wholeDocument.safeParse({
    format: 'busbar-organization',
    formatVersion,
    templates: templates.map((template, at) => templateOf(template, at + 1)),
    networks: networks.flatMap(({ name, existingId, protocol, host, port, timeoutMs }, at) =>
      existingId !== null
        ? []
        : [
            {
              id: at + 1,
              name: name.trim().slice(0, 200) || 'Network',
              slug: netSlugs[at],
              solution: 'standalone',
              protocol,
              controllerKind: 'generic',
              controllerModbusUnitId: 1,
              ...(host !== null && { ip: host, port }),
              link: { isWritingAllowed: false, ...(timeoutMs !== null && { timeoutMs }) },
            },
          ],
    ),
    devices: devices.map(({ name, net, unit, periodSec, retries, isAlways16 }, at) => ({
      id: at + 1,
      netId: netIds.get(net),
      name,
      slug: deviceSlugs[at],
      modbusUnitId: unit,
      updatePeriodSec: periodSec ?? usualPeriodSec,
      readGroupSize,
      writeFunction: writeFunctionOf(isAlways16),
      modbusTimeoutRetriesNum: retries ?? 1,
      templateId: templates.findIndex(({ devices: of }) => of.includes(at)) + 1,
    })),
    params: devices.flatMap(({ params }, at) => {
      const slugs = slugsOf(params.map(({ label, name }) => label ?? name.en))
      return params.map((param, index) => ({ ...param, id: (paramId += 1), deviceId: at + 1, slug: slugs[index] }))
    }),
    known: {
      networks: Object.fromEntries(
        networks.flatMap(({ existingId }, at) => (existingId === null ? [] : [[at + 1, existingId]])),
      ),
    },
  })
  if (!part.success) throw new Refusal('IncorrectRequest', shapeProblem('plan', part.error.issues))
  return part.data
}

const templateOf = ({ name, params, isAlways16 }: SharedTemplate, id: number) => ({
  id,
  name,
  manufacturer: 'Imported',
  version: '1',
  skus: [],
  readGroupSize,
  writeFunction: writeFunctionOf(isAlways16),
  paramTemplates: params satisfies readonly PlannedParam[],
})

const writeFunctionOf = (isAlways16: boolean): 'normal' | 'always-16' => (isAlways16 ? 'always-16' : 'normal')

/** A slug for each name, none twice. */
const slugsOf = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map((name) => {
    const slug = freeSlug(slugFrom(name), (one) => taken.has(one))
    taken.add(slug)
    return slug
  })
}
