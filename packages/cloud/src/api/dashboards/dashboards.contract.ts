import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { values } from '../readings/values.contract.ts'

export const dashboardsMax = 100
export const widgetsMax = 200
export const defaultSettings = { columns: 4, refreshSec: 30 }

const orgId = { params: z.object({ orgId: id }) }
const dashboardId = { params: z.object({ dashboardId: id }) }
const name = z.string().trim().min(1).max(200)
const columns = z.int().min(1).max(12)
const refreshSec = z.int().min(5).max(3600)
const settings = z.object({ columns, refreshSec })
const paramIds = z.array(idNumber).max(widgetsMax)

const dashboard = z
  .object({
    settings,
    /** Positions count from 1. */
    widgets: z.array(values.dashboardWidgetData.reply.extend({ position: z.int().min(1) })),
  })
  .meta({ id: 'Dashboard' })
const light = z.array(
  z.object({ paramId: idNumber, lastValue: z.number().optional(), lastReadOn: timestamp.optional() }),
)

/** Widgets are known by their parameters. Those that `widgetOrder` does not name follow as they were. */
const changes = z.object({
  settings: settings.partial().optional(),
  widgetOrder: paramIds.optional(),
  removeParamIds: paramIds.optional(),
})
const additions = z.object({ paramIds: paramIds.min(1) })
const done = z.object({})

export const dashboards = {
  get: get('/org/:orgId/dashboard/', {
    access: 'viewer',
    object: 'org',
    summary: 'The default dashboard of an organization; it is there even if nobody made it',
    ...orgId,
    reply: dashboard,
  }),
  light: get('/org/:orgId/dashboard/light/', {
    access: 'viewer',
    object: 'org',
    summary: 'Its last values alone, in the order of the widgets',
    ...orgId,
    reply: light,
  }),
  change: post('/org/:orgId/dashboard/change/', {
    access: 'manager',
    object: 'org',
    summary: 'Change its settings, put widgets in order, take some away: all or nothing',
    ...orgId,
    body: changes,
    reply: done,
    example: { body: { settings: { columns: 3 }, widgetOrder: [] } },
  }),
  addWidgets: post('/org/:orgId/dashboard/add-widgets/', {
    access: 'manager',
    object: 'org',
    summary: `Add parameters of the organization to it, ${widgetsMax} at most; those that it has already stay where they are`,
    ...orgId,
    body: additions,
    reply: done,
  }),
  list: get('/org/:orgId/dashboards/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Dashboards of an organization besides the default one',
    ...orgId,
    reply: z.array(z.object({ id: idNumber, name: z.string() })),
  }),
  create: post('/org/:orgId/dashboards/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a dashboard besides the default one',
    ...orgId,
    body: z.object({ name, settings: settings.partial().optional() }),
    reply: z.object({ id: idNumber }),
  }),
  getOne: get('/dashboard/:dashboardId/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'A dashboard',
    ...dashboardId,
    reply: dashboard.extend({ id: idNumber, name: z.string() }).meta({ id: 'NamedDashboard' }),
  }),
  lightOne: get('/dashboard/:dashboardId/light/', {
    access: 'viewer',
    object: 'dashboard',
    extension: true,
    summary: 'Its last values alone, in the order of the widgets',
    ...dashboardId,
    reply: light,
  }),
  changeOne: post('/dashboard/:dashboardId/change/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Change its name and settings, put widgets in order, take some away: all or nothing',
    ...dashboardId,
    body: changes.extend({ name: name.optional() }),
    reply: done,
  }),
  addWidgetsToOne: post('/dashboard/:dashboardId/add-widgets/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: `Add parameters of the organization to it, ${widgetsMax} at most`,
    ...dashboardId,
    body: additions,
    reply: done,
  }),
  delete: post('/dashboard/:dashboardId/delete/', {
    access: 'manager',
    object: 'dashboard',
    extension: true,
    summary: 'Delete a dashboard; the default one stays',
    ...dashboardId,
    body: nothing,
    reply: done,
  }),
}
