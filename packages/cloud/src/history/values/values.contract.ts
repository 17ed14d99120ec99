import { bool, instant, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { err, facts, idOf, paramIds, pathId, queryParamIds } from '../../fields/fields.ts'

const deviceId = { params: z.object({ deviceId: pathId.device }) }
const paramId = { params: z.object({ paramId: pathId.param }) }

export const widgetValue = z.object({
  id: idOf.param,
  name: z.string().describe('Parameter name.'),
  fullName: facts.fullName,
  lastValue: z.number().optional().describe('Last good value; missing without one.'),
  lastReadOn: facts.lastReadOn,
  deviceId: idOf.device,
  readingReportUrl: z.string().describe("URL of the parameter's chart page."),
  deviceDisabledOn: timestamp.optional().describe('Time when its device was disabled; missing while enabled.'),
  isProgrammable: facts.isProgrammable,
  unitName: facts.unitName,
  label: facts.label,
})

export const values = {
  lastReadings: get('/params/last-readings/', {
    access: 'viewer',
    object: 'listed',
    summary: 'Last good values of parameters',
    description:
      'Keyed by parameter ID. A failed read does not replace the value: it keeps its own time. Parameters that do not exist or are not accessible are omitted; a parameter without a reading has `err: no-value`.',
    query: z.object({ paramIds: queryParamIds, lang }),
    reply: z.record(
      z.string(),
      z.union([
        z.object({
          value: z.string().describe('Value as text with all digits.'),
          readOn: timestamp.describe('Time of the reading.'),
          formattedValue: z.string().describe('Value with its unit or label, in the requested language.'),
        }),
        err,
      ]),
    ),
  }),
  lastStates: post('/params/last-states/', {
    access: 'viewer',
    object: 'listed',
    shared: true,
    extension: true,
    summary: 'Last values and errors of parameters',
    description: 'Like `last-readings`, with the reason if the last read failed.',
    body: z.object({ paramIds, lang: lang.optional() }),
    reply: z.record(
      z.string(),
      z.object({
        value: z.string().optional().describe('Value as text with all digits; missing without one.'),
        readOn: timestamp.optional().describe('Time of the reading.'),
        formattedValue: z.string().optional().describe('The value with its unit or label.'),
        error: z
          .object({
            reason: z.string().describe('Reason, such as `Timeout`.'),
            on: timestamp.describe('Time of the failure.'),
          })
          .optional()
          .describe('Why the last read failed; missing if it succeeded.'),
      }),
    ),
    example: { body: { paramIds: [7] } },
  }),
  onTime: post('/params/readings-on-time/', {
    access: 'viewer',
    object: 'org',
    summary: 'Values of parameters at a given time',
    description: 'The last value read at or before the given time; null without one.',
    body: z.object({
      orgId: idOf.org,
      tillDate: instant.describe('Time; ISO 8601, UTC without a zone.'),
      paramIds,
    }),
    reply: z.record(
      z.string(),
      z
        .object({
          value: z.string().describe('Value as text with all digits.'),
          readOn: timestamp.describe('Time of the reading.'),
        })
        .nullable(),
    ),
    example: { body: { orgId: 1, tillDate: '2026-11-14T23:54:00Z', paramIds: [7] } },
  }),
  nextReadTime: get('/device/:deviceId/next-read-time/', {
    access: 'viewer',
    object: 'device',
    summary: 'Next poll of a device',
    description: 'Includes the time of the last reading. `msg` explains why it is not polled.',
    ...deviceId,
    reply: z.object({
      msg: z.string().optional().describe('Why it is not polled, for users.'),
      nextReadDate: timestamp.optional().describe('Time of the next poll.'),
      lastReadOn: timestamp.optional().describe('Time of the last poll.'),
    }),
  }),
  widgets: get('/device/:deviceId/widgets/', {
    access: 'viewer',
    object: 'device',
    summary: 'Tracked parameters of a device with last values',
    description: 'In device order, for device pages.',
    ...deviceId,
    query: z.object({ lang, onlyParamsValues: bool.optional().describe('True to return only IDs and values.') }),
    reply: z.array(
      z.object({
        id: idOf.param,
        paramId: idOf.param,
        name: z.string().optional().describe('Parameter name.'),
        fullName: facts.fullName.optional(),
        lastValue: z.string().optional().describe('Last good value as text with all digits.'),
        formatedLastValue: z.string().optional().describe('Last good value with its unit or label.'),
        lastReadOn: facts.lastReadOn,
        isProgrammable: facts.isProgrammable.optional(),
        unitName: facts.unitName,
        label: facts.label,
      }),
    ),
  }),
  dashboardData: get('/param/:paramId/dashboard-data/', {
    access: 'viewer',
    object: 'param',
    summary: 'The last 24 hours of a parameter in quarter-hours',
    description:
      '96 means of 15 minutes each, aligned to the clock, oldest first, including the current quarter-hour; null without readings.',
    ...paramId,
    reply: z.array(z.number().nullable()).length(96),
  }),
  dashboardWidgetData: get('/param/:paramId/dashboard-widget-data/', {
    access: 'viewer',
    object: 'param',
    summary: 'Contents of a dashboard widget',
    description: 'Returns last value, name and unit.',
    ...paramId,
    reply: widgetValue,
  }),
}
