import { instant, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { nameOfAtMost, uuidOf } from '../../fields/fields.ts'
import { backwards, isForward } from '../../history/span.ts'

const decimal = z.string().regex(/^-?\d{1,12}(\.\d{1,8})?$/, 'must be a decimal number')
const clock = (pattern: RegExp) => z.string().regex(pattern, 'must be a quarter-hour such as 06:45')
const unit = z.string().trim().min(1).max(20)
const date = z
  .string()
  .regex(/^(19|20)\d\d-\d\d-\d\d$/, 'must be a date such as 2026-01-31')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date such as 2026-01-31')

const hours = z
  .object({
    days: z.array(z.int().min(1).max(7)).min(1).max(7).describe('Days of the week, 1 for Monday.'),
    from: clock(/^([01]\d|2[0-3]):(00|15|30|45)$/).describe('Start, a quarter-hour such as `06:45`.'),
    till: clock(/^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/).describe(
      'End, up to `24:00`; if before the start, on the following day.',
    ),
    months: z.array(z.int().min(1).max(12)).min(1).max(12).optional().describe('Months, 1 to 12; all by default.'),
  })
  .refine(({ from, till }) => from !== till, { path: ['till'], message: 'must differ from the beginning' })

const zone = z.object({
  name: nameOfAtMost(60).describe('Name, such as `Night`.'),
  price: decimal.describe('Price per unit, a decimal.'),
  hours: z
    .array(hours)
    .max(20)
    .describe('Times of the zone, at most 20; empty for the last zone, which covers all other hours.'),
})

const version = z.object({
  validFrom: date.describe('First day of validity, in the time zone of the tree.'),
  zones: z
    .array(zone)
    .min(1)
    .max(12)
    .refine((zones) => zones.every((one, at) => (one.hours.length === 0) === (at === zones.length - 1)), {
      message: 'the last has no hours, and all others have some',
    })
    .describe('Zones, 1 to 12. The first matching zone applies.'),
  fixedPerMonth: decimal.optional().describe('Fixed cost per month, a decimal; distributed over its days.'),
  co2: decimal.optional().describe('Kilograms of CO2 per unit, a decimal.'),
  conversion: z
    .object({
      factor: decimal.describe('Factor applied to amounts, such as 10.55 for kWh per cubic metre of gas.'),
      unit: unit.describe('Resulting unit, such as `kWh`.'),
    })
    .optional()
    .describe('Conversion, if prices and CO2 refer to another unit than the metered one.'),
})
export type TariffVersion = z.output<typeof version>

export const tariff = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three letters such as EUR')
    .describe('Currency, three letters.'),
  unit: unit.describe(
    'Metered unit, such as `kWh` or `m³`. Branches in exactly convertible units, such as `Wh`, are converted; other branches have no cost.',
  ),
  versions: z
    .array(version)
    .min(1)
    .max(50)
    .refine((all) => all.every((one, at) => at === 0 || one.validFrom > (all[at - 1]?.validFrom ?? '')), {
      message: 'must be by their first days, each later than the one before',
    })
    .describe('Versions in the order of their first days, 1 to 50.'),
})
export type Tariff = z.output<typeof tariff>

const amount = z.number().nullable().describe('Amount, converted if the tariff defines it; null if unknown.')
const cost = z.string().nullable().describe('Cost, a decimal with six digits; null if the amount is unknown.')

export const tariffs = {
  get: get('/sense/hierarchy/tree/:treeId/tariff/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Get the tariff of a tree',
    description: 'Prices by time of day, weekday and season, by first day of validity.',
    params: z.object({ treeId: uuidOf.tree }),
    reply: z.object({ tariff: tariff.nullable().describe('Tariff; null without one.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/tariff/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change the tariff of a tree',
    description:
      'Replaces the whole tariff. Past costs are recalculated; add a version with its first day for a new price.',
    params: z.object({ treeId: uuidOf.tree }),
    body: z.object({ tariff: tariff.nullable().describe('Tariff; null removes it.') }),
    reply: z.object({}),
    example: {
      body: {
        tariff: {
          currency: 'PLN',
          unit: 'kWh',
          versions: [
            {
              validFrom: '2026-01-01',
              zones: [
                { name: 'Peak', price: '1.12', hours: [{ days: [1, 2, 3, 4, 5], from: '07:00', till: '13:00' }] },
                { name: 'Night', price: '0.61', hours: [] },
              ],
              fixedPerMonth: '240',
              co2: '0.597',
            },
          ],
        },
      },
    },
  }),
  cost: get('/sense/aggregation/tree/:treeId/cost/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Cost of a branch and its sub-branches',
    description:
      'For a period of full quarter-hours, by the zones of the tariff. Exact: amounts times prices, rounded once.',
    errors: {
      IncorrectRequest: 'the period is empty, or requires too many readings.',
      ObjectNotFound: 'the tree or branch does not exist.',
    },
    params: z.object({ treeId: uuidOf.tree }),
    query: z
      .object({
        from: instant.optional().describe('Start of the period; start of the current month by default.'),
        till: instant.optional().describe('End of the period; now by default.'),
        branchId: uuid.optional().describe('Branch ID; the whole tree if omitted.'),
        levels: z.coerce
          .number()
          .int()
          .min(0)
          .max(10)
          .default(1)
          .describe('Number of lower levels to include, 0 to 10; 1 by default.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      currency: z.string().nullable().describe('Currency; null without a tariff.'),
      unit: z
        .string()
        .nullable()
        .describe('Unit of the amounts after conversion; null if it differs between versions.'),
      isPriced: z.boolean().describe('Whether the whole period has prices.'),
      fixed: z.string().nullable().describe('Fixed costs of the days in the period; null without.'),
      branches: z
        .array(
          z.object({
            branchId: uuid.nullable().describe('Branch ID; null for the whole tree.'),
            isOfUnit: z.boolean().describe('Whether its unit is that of the tariff or exactly convertible to it.'),
            amount,
            cost,
            co2: z.string().nullable().describe('Kilograms of CO2, a decimal; null if unknown.'),
            zones: z
              .array(z.object({ name: z.string().describe('Zone name.'), amount, cost }))
              .describe('Amounts and costs by zone.'),
          }),
        )
        .describe('Requested branches, parents before children.'),
    }),
  }),
}
