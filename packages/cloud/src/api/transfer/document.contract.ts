import { idNumber, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { quiet } from '../alerts/alert-settings.contract.ts'
import { definition } from '../alerts/definition.contract.ts'
import { counters } from '../counters/counters.contract.ts'
import { dashboards, widgetsMax } from '../dashboards/dashboards.contract.ts'
import { writeFunctions } from '../devices/devices.contract.ts'
import { protocols, solutions } from '../nets/nets.contract.ts'
import { paramFields, slug } from '../params/params.contract.ts'
import { links } from '../readings/links.contract.ts'
import { reports } from '../reports/reports.contract.ts'
import { templateFields } from '../templates/templates.contract.ts'
import { branchesMax, sensorsMax } from '../trees/tree.rules.ts'
import { trees } from '../trees/trees.contract.ts'
import { code } from '../visualizations/bindings.contract.ts'
import { savedCharsMax, visualizations } from '../visualizations/visualizations.contract.ts'
import { documentSettings } from './settings.contract.ts'

/** What is written. A reader must know all versions up to it, and refuses those after it. */
export const formatVersion = 2

const name = z.string().trim().min(1).max(200)
const description = z.string().max(2000)

/** Ids hold within a document: its parts refer to each other by them. */
const documentTemplate = templateFields.required({ skus: true }).extend({ id: idNumber })

const documentNet = z.object({
  id: idNumber,
  name,
  description: description.optional(),
  slug,
  solution: z.enum(solutions),
  protocol: z.enum(protocols),
  controllerKind: z.string().max(100),
  controllerModbusUnitId: z.int(),
  devicePasswords: z.array(z.string().max(100)).max(16).optional(),
  ip: z.string().max(253).optional(),
  port: z.int().optional(),
  mac: z.string().max(17).optional(),
  disabledOn: timestamp.optional(),
  disabledBy: z.enum(['admin', 'billing', 'user']).optional(),
  disabledNote: z.string().max(1000).optional(),
  link: links.settings.reply,
  quiet,
})

const documentDevice = z.object({
  id: idNumber,
  netId: idNumber,
  name,
  description: description.optional(),
  slug,
  modbusUnitId: z.int().min(0).max(255),
  updatePeriodSec: z.int().min(1).max(86_400),
  readGroupSize: z.int().min(1).max(255),
  writeFunction: z.enum(writeFunctions),
  modbusTimeoutRetriesNum: z.int().min(0).max(10),
  disabledOn: timestamp.optional(),
  templateId: idNumber.optional(),
  /** Shipped templates have other ids in other installations. */
  shippedTemplate: z
    .object({ name: z.string().max(200), manufacturer: z.string().max(200), version: z.string().max(200) })
    .optional(),
})

const { endValue, startValue } = counters.exchange.body.shape
const exchange = z.object({ on: timestamp, endValue, startValue })

const documentParam = paramFields.required({ slug: true }).extend({
  id: idNumber,
  deviceId: idNumber,
  /** Without it, as the organization has it. */
  keepDays: z.int().min(1).max(36_500).optional(),
  /** Of the meter, as far as they were told. */
  exchanges: z.array(exchange).max(100).optional(),
})

/** Their parameters are named by `paramId`. */
const documentAlert = definition.extend({ id: idNumber, slug, isEnabled: z.boolean(), quiet })

const documentDashboard = z.object({
  id: idNumber,
  name: dashboards.create.body.shape.name,
  isDefault: z.boolean(),
  settings: dashboards.get.reply.shape.settings,
  /** Parameters, in their order. */
  widgets: z.array(idNumber).max(widgetsMax),
})

const documentVisualization = visualizations.get.reply.omit({ orgId: true }).extend({
  /** What was saved under which code. */
  data: z.record(code, z.string().min(1).max(savedCharsMax)),
})

const documentTree = trees.get.reply.omit({ orgId: true }).extend({
  timeZone: z.string().max(64),
  branches: trees.get.reply.shape.branches.max(branchesMax),
  sensors: z.array(trees.createSensor.body.extend({ id: uuid })).max(sensorsMax),
})

/** What a document lists. */
export const documentLists = {
  templates: documentTemplate,
  networks: documentNet,
  devices: documentDevice,
  params: documentParam,
  alerts: documentAlert,
  dashboards: documentDashboard,
  visualizations: documentVisualization,
  reports: reports.get.reply,
  trees: documentTree,
} as const

export const document = z
  .object({
    format: z.literal('busbar-organization'),
    formatVersion: z.literal(formatVersion),
    exportedOn: timestamp,
    organization: z.object({ id: idNumber, name: z.string() }),
    settings: documentSettings,
    templates: z.array(documentTemplate),
    networks: z.array(documentNet),
    devices: z.array(documentDevice),
    params: z.array(documentParam),
    /** Parameters that visualizations and reports still name although they were deleted. */
    goneParams: z.array(idNumber),
    alerts: z.array(documentAlert),
    dashboards: z.array(documentDashboard),
    visualizations: z.array(documentVisualization),
    reports: z.array(documentLists.reports),
    trees: z.array(documentTree),
  })
  .meta({ id: 'OrganizationDocument' })
export type Document = z.output<typeof document>
