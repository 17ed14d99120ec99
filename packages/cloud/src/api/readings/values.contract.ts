import { bool, id, idNumber, ids, instant, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'

const paramIds = z.array(idNumber).min(1).max(idsMax)
const deviceId = { params: z.object({ deviceId: id }) }
const paramId = { params: z.object({ paramId: id }) }

export const values = {
  lastReadings: get('/params/last-readings/', {
    access: 'viewer',
    object: 'listed',
    summary: 'The last good value of each parameter; those that are not there for you are left out',
    query: z.object({ paramIds: ids(idsMax), lang }),
    reply: z.record(
      z.string(),
      z.union([
        z.object({ value: z.string(), readOn: timestamp, formattedValue: z.string() }),
        z.object({ err: z.string() }),
      ]),
    ),
    example: {
      reply: {
        7: { value: '229.8', readOn: '2026-11-14T23:54:00.000Z', formattedValue: '229.8 V' },
        8: { err: 'no-value' },
      },
    },
  }),
  lastStates: post('/params/last-states/', {
    access: 'viewer',
    object: 'listed',
    extension: true,
    summary: 'The last good value of each parameter, and beside it why the latest try to read it failed, if it did',
    body: z.object({ paramIds, lang: lang.optional() }),
    reply: z.record(
      z.string(),
      z.object({
        value: z.string().optional(),
        readOn: timestamp.optional(),
        formattedValue: z.string().optional(),
        error: z.object({ reason: z.string(), on: timestamp }).optional(),
      }),
    ),
    example: { body: { paramIds: [7] } },
  }),
  onTime: post('/params/readings-on-time/', {
    access: 'viewer',
    object: 'org',
    summary: 'The last value of each parameter of an organization till a moment; null where there was none',
    body: z.object({ orgId: idNumber, tillDate: instant, paramIds }),
    reply: z.record(z.string(), z.object({ value: z.string(), readOn: timestamp }).nullable()),
    example: { body: { orgId: 1, tillDate: '2026-11-14T23:54:00Z', paramIds: [7] } },
  }),
  nextReadTime: get('/device/:deviceId/next-read-time/', {
    access: 'viewer',
    object: 'device',
    summary: 'When a device will be read next, and when it last was; `msg` tells why it is not',
    ...deviceId,
    reply: z.object({
      msg: z.string().optional(),
      nextReadDate: timestamp.optional(),
      lastReadOn: timestamp.optional(),
    }),
  }),
  widgets: get('/device/:deviceId/widgets/', {
    access: 'viewer',
    object: 'device',
    summary: 'Tracked parameters of a device with their last values',
    ...deviceId,
    query: z.object({ lang, onlyParamsValues: bool.optional() }),
    reply: z.array(
      z.object({
        id: idNumber,
        paramId: idNumber,
        name: z.string().optional(),
        fullName: z.string().optional(),
        lastValue: z.string().optional(),
        formatedLastValue: z.string().optional(),
        lastReadOn: timestamp.optional(),
        isProgrammable: z.boolean().optional(),
        unitName: z.string().optional(),
        label: z.string().optional(),
      }),
    ),
  }),
  dashboardData: get('/param/:paramId/dashboard-data/', {
    access: 'viewer',
    object: 'param',
    summary:
      'Means of the quarters of an hour of the last 24 hours, the current quarter last; null where nothing was read',
    ...paramId,
    reply: z.array(z.number().nullable()).length(96),
  }),
  dashboardWidgetData: get('/param/:paramId/dashboard-widget-data/', {
    access: 'viewer',
    object: 'param',
    summary: 'What a widget shows of a parameter',
    ...paramId,
    reply: z.object({
      id: idNumber,
      name: z.string(),
      fullName: z.string(),
      lastValue: z.number().optional(),
      lastReadOn: timestamp.optional(),
      deviceId: idNumber,
      readingReportUrl: z.string(),
      deviceDisabledOn: timestamp.optional(),
      isProgrammable: z.boolean(),
      unitName: z.string().optional(),
      label: z.string().optional(),
    }),
  }),
}
