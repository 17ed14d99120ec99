import { bool, instant, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { err, facts, idOf, paramIds, pathId, queryParamIds } from '../../fields/fields.ts'

const deviceId = { params: z.object({ deviceId: pathId.device }) }
const paramId = { params: z.object({ paramId: pathId.param }) }

export const widgetValue = z.object({
  id: idOf.param,
  name: z.string().describe('Name of the parameter.'),
  fullName: facts.fullName,
  lastValue: z.number().optional().describe('Last good value; missing where there is none.'),
  lastReadOn: facts.lastReadOn,
  deviceId: idOf.device,
  readingReportUrl: z.string().describe('Address of the page that charts the parameter.'),
  deviceDisabledOn: timestamp.optional().describe('When its device was switched off; missing while it is on.'),
  isProgrammable: facts.isProgrammable,
  unitName: facts.unitName,
  label: facts.label,
})

export const values = {
  lastReadings: get('/params/last-readings/', {
    access: 'viewer',
    object: 'listed',
    summary: 'Last good value of each parameter',
    description:
      'Keyed by parameter id. A failed reading does not erase the value: it keeps its own time. Parameters that do not exist for the caller are left out; one that was never read has `err: no-value`.',
    query: z.object({ paramIds: queryParamIds, lang }),
    reply: z.record(
      z.string(),
      z.union([
        z.object({
          value: z.string().describe('The value as text with all its digits.'),
          readOn: timestamp.describe('When it was read.'),
          formattedValue: z.string().describe('The value with its unit or label, in the language asked for.'),
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
    summary: 'Last value and latest error of each parameter',
    description: 'Like `last-readings`, with the reason why the latest try to read it failed, if it did.',
    body: z.object({ paramIds, lang: lang.optional() }),
    reply: z.record(
      z.string(),
      z.object({
        value: z.string().optional().describe('The value as text with all its digits; missing where there is none.'),
        readOn: timestamp.optional().describe('When it was read.'),
        formattedValue: z.string().optional().describe('The value with its unit or label.'),
        error: z
          .object({
            reason: z.string().describe('Reason, such as `Timeout`.'),
            on: timestamp.describe('When it failed.'),
          })
          .optional()
          .describe('Why the latest try failed; missing where it did not.'),
      }),
    ),
    example: { body: { paramIds: [7] } },
  }),
  onTime: post('/params/readings-on-time/', {
    access: 'viewer',
    object: 'org',
    summary: 'Value of each parameter at a moment',
    description: 'The last value that was read at or before the moment; null where there was none.',
    body: z.object({
      orgId: idOf.org,
      tillDate: instant.describe('The moment; ISO 8601, UTC where it names no zone.'),
      paramIds,
    }),
    reply: z.record(
      z.string(),
      z
        .object({
          value: z.string().describe('The value as text with all its digits.'),
          readOn: timestamp.describe('When it was read.'),
        })
        .nullable(),
    ),
    example: { body: { orgId: 1, tillDate: '2026-11-14T23:54:00Z', paramIds: [7] } },
  }),
  nextReadTime: get('/device/:deviceId/next-read-time/', {
    access: 'viewer',
    object: 'device',
    summary: 'When a device is read next',
    description: 'With the time of the last reading. `msg` tells why it is not read.',
    ...deviceId,
    reply: z.object({
      msg: z.string().optional().describe('Why it is not read, for people.'),
      nextReadDate: timestamp.optional().describe('When it is read next.'),
      lastReadOn: timestamp.optional().describe('When it was last read.'),
    }),
  }),
  widgets: get('/device/:deviceId/widgets/', {
    access: 'viewer',
    object: 'device',
    summary: 'Tracked parameters of a device with their last values',
    description: 'In the order of the device. For pages that show a device.',
    ...deviceId,
    query: z.object({ lang, onlyParamsValues: bool.optional().describe('True answers ids and values only.') }),
    reply: z.array(
      z.object({
        id: idOf.param,
        paramId: idOf.param,
        name: z.string().optional().describe('Name of the parameter.'),
        fullName: facts.fullName.optional(),
        lastValue: z.string().optional().describe('Last good value as text with all its digits.'),
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
      "96 means of 15 minutes each on the clock's quarters, oldest first, the current quarter last; null where nothing was read.",
    ...paramId,
    reply: z.array(z.number().nullable()).length(96),
  }),
  dashboardWidgetData: get('/param/:paramId/dashboard-widget-data/', {
    access: 'viewer',
    object: 'param',
    summary: 'What a dashboard widget shows of a parameter',
    description: 'Last value, name and unit in one answer.',
    ...paramId,
    reply: widgetValue,
  }),
}
