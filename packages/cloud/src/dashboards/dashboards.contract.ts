import { idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { facts, idOf, objectName, pathId } from '../fields/fields.ts'
import { widgetValue } from '../history/values/values.contract.ts'
import { widgetsMax } from './widgets.contract.ts'

export const dashboardsMax = 200
export const defaultSettings = { columns: 4, refreshSec: 30 }

const orgId = { params: z.object({ orgId: pathId.org }) }
const dashboardId = { params: z.object({ dashboardId: pathId.dashboard }) }
export const name = objectName.describe('Name, 1 to 200 characters.')
const columns = z.int().min(1).max(12).describe('Columns, 1 to 12.')
export const refreshSec = z.int().min(5).max(3600).describe('Refresh interval in seconds, 5 to 3600.')
const settings = z.object({ columns, refreshSec })
const paramIds = z.array(idNumber).max(widgetsMax).describe('Parameter IDs, at most 200.')

export const dashboard = z
  .object({
    settings: settings.describe('Display settings.'),
    /** Positions count from 1. */
    widgets: z
      .array(widgetValue.extend({ position: z.int().min(1).describe('Position, from 1.') }))
      .describe('Widgets in display order.'),
  })
  .meta({ id: 'Dashboard', description: 'A dashboard with its widgets and their last values.' })
const light = z.array(
  z.object({
    paramId: idOf.param,
    lastValue: z.number().optional().describe('Last good value; missing without one.'),
    lastReadOn: facts.lastReadOn,
  }),
)

/** Widgets are known by their parameters. Those that `widgetOrder` does not name follow as they were. */
const changes = z.object({
  settings: settings.partial().optional().describe('Display settings; omitted ones are unchanged.'),
  widgetOrder: paramIds
    .optional()
    .describe('Parameter IDs in the new order; the others follow in their current order.'),
  removeParamIds: paramIds.optional().describe('IDs of parameters whose widgets are removed.'),
})
const additions = z.object({ paramIds: paramIds.min(1).describe('IDs of parameters to add, 1 to 200.') })
const done = z.object({})

export const dashboards = {
  get: get('/org/:orgId/dashboard/', {
    access: 'viewer',
    object: 'org',
    summary: 'Get the default dashboard',
    description: 'Exists even before it is first changed.',
    ...orgId,
    reply: dashboard,
  }),
  light: get('/org/:orgId/dashboard/light/', {
    access: 'viewer',
    object: 'org',
    summary: 'Last values of the default dashboard',
    description: 'Returns only the values, in the order of the widgets, for frequent refreshing.',
    ...orgId,
    reply: light,
  }),
  change: post('/org/:orgId/dashboard/change/', {
    access: 'manager',
    object: 'org',
    summary: 'Change the default dashboard',
    description: 'Changes settings, reorders and removes widgets; applied completely or not at all.',
    errors: { ObjectNotFound: 'there is no such organization, or the dashboard has no such widget.' },
    ...orgId,
    body: changes,
    reply: done,
    example: { body: { settings: { columns: 3 }, widgetOrder: [] } },
  }),
  addWidgets: post('/org/:orgId/dashboard/add-widgets/', {
    access: 'manager',
    object: 'org',
    summary: 'Add widgets to the default dashboard',
    description: 'Parameters of the organization, at most 200 widgets; existing ones keep their position.',
    errors: {
      ObjectNotFound: 'one of the parameters is outside the organization.',
      IncorrectRequest: 'there would be more than 200 widgets.',
    },
    ...orgId,
    body: additions,
    reply: done,
  }),
  list: get('/org/:orgId/dashboards/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List further dashboards',
    description: 'All dashboards except the default one, at most 100.',
    ...orgId,
    reply: z.array(z.object({ id: idOf.dashboard, name: z.string().describe('Dashboard name.') })),
  }),
  create: post('/org/:orgId/dashboards/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a dashboard',
    description: 'At most 200 besides the default one.',
    errors: { IncorrectRequest: 'there are 200 dashboards.' },
    ...orgId,
    body: z.object({
      name,
      settings: settings.partial().optional().describe('Display settings; 4 columns and 30 s by default.'),
    }),
    reply: z.object({ id: idOf.dashboard }),
  }),
  getOne: get('/dashboard/:dashboardId/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'Get a dashboard',
    description: 'Includes its widgets and their last values.',
    ...dashboardId,
    reply: dashboard
      .extend({ id: idOf.dashboard, name: z.string().describe('Dashboard name.') })
      .meta({ id: 'NamedDashboard', description: 'A dashboard other than the default one.' }),
  }),
  lightOne: get('/dashboard/:dashboardId/light/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'Last values of a dashboard',
    description: 'Returns only the values, in the order of the widgets, for frequent refreshing.',
    ...dashboardId,
    reply: light,
  }),
  changeOne: post('/dashboard/:dashboardId/change/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Change a dashboard',
    description: 'Changes name and settings, reorders and removes widgets; applied completely or not at all.',
    errors: { ObjectNotFound: 'there is no such dashboard, or it has no such widget.' },
    ...dashboardId,
    body: changes.extend({ name: name.optional().describe('Name, 1 to 200 characters; unchanged if omitted.') }),
    reply: done,
  }),
  addWidgetsToOne: post('/dashboard/:dashboardId/add-widgets/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Add widgets to a dashboard',
    description: 'Parameters of the organization, at most 200 widgets; existing ones keep their position.',
    errors: {
      ObjectNotFound: 'the dashboard does not exist, or one of the parameters is outside the organization.',
      IncorrectRequest: 'there would be more than 200 widgets.',
    },
    ...dashboardId,
    body: additions,
    reply: done,
  }),
  delete: post('/dashboard/:dashboardId/delete/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Delete a dashboard',
    description: 'The default dashboard cannot be deleted.',
    errors: { IncorrectRequest: 'it is the default dashboard.' },
    ...dashboardId,
    body: nothing,
    reply: done,
  }),
}
