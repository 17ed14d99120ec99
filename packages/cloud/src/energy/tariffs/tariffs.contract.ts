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
    days: z.array(z.int().min(1).max(7)).min(1).max(7).describe('Days of the week, 1 is Monday.'),
    from: clock(/^([01]\d|2[0-3]):(00|15|30|45)$/).describe('Beginning, a quarter-hour such as `06:45`.'),
    till: clock(/^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/).describe(
      'End, up to `24:00`; before the beginning it is over midnight, on each of the days.',
    ),
    months: z.array(z.int().min(1).max(12)).min(1).max(12).optional().describe('Months, 1 to 12; all if left out.'),
  })
  .refine(({ from, till }) => from !== till, { path: ['till'], message: 'must differ from the beginning' })

const zone = z.object({
  name: nameOfAtMost(60).describe('Name, such as `Night`.'),
  price: decimal.describe('Price of a unit, a decimal.'),
  hours: z
    .array(hours)
    .max(20)
    .describe('When it holds, at most 20; empty of the last zone, which has all other hours.'),
})

const version = z.object({
  validFrom: date.describe('First day on which it holds, in the time zone of the tree.'),
  zones: z
    .array(zone)
    .min(1)
    .max(12)
    .refine((zones) => zones.every((one, at) => (one.hours.length === 0) === (at === zones.length - 1)), {
      message: 'the last has no hours, and all others have some',
    })
    .describe('Zones, 1 to 12. Of several that hold the first counts.'),
  fixedPerMonth: decimal.optional().describe('Fixed part for a month, a decimal; shared out by its days.'),
  co2: decimal.optional().describe('Kilograms of CO2 for a unit, a decimal.'),
  conversion: z
    .object({
      factor: decimal.describe('By how much amounts are multiplied, such as 10.55 for kWh of a cubic metre of gas.'),
      unit: unit.describe('Unit that comes of it, such as `kWh`.'),
    })
    .optional()
    .describe('Where prices and CO2 are for another unit than is metered.'),
})
export type TariffVersion = z.output<typeof version>

export const tariff = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three letters such as EUR')
    .describe('Currency by its three letters.'),
  unit: unit.describe(
    'Unit that is metered, such as `kWh` or `m³`. Branches in units that convert to it exactly, such as `Wh`, are converted; other branches have no cost.',
  ),
  versions: z
    .array(version)
    .min(1)
    .max(50)
    .refine((all) => all.every((one, at) => at === 0 || one.validFrom > (all[at - 1]?.validFrom ?? '')), {
      message: 'must be by their first days, each later than the one before',
    })
    .describe('What holds from which day on, 1 to 50, by their first days.'),
})
export type Tariff = z.output<typeof tariff>

const amount = z
  .number()
  .nullable()
  .describe('Amount, converted where the tariff says so; null where nothing is known.')
const cost = z.string().nullable().describe('Cost, a decimal to a millionth; null where the amount is not known.')

export const tariffs = {
  get: get('/sense/hierarchy/tree/:treeId/tariff/', {
    access: 'viewer',
    object: 'tree',
    extension: true,
    summary: 'Tariff of a tree',
    description: 'What its energy costs, by time of day, weekday and season, and from which day on.',
    params: z.object({ treeId: uuidOf.tree }),
    reply: z.object({ tariff: tariff.nullable().describe('The tariff; null where there is none.') }),
  }),
  change: post('/sense/hierarchy/tree/:treeId/tariff/change/', {
    access: 'manager',
    object: 'tree',
    extension: true,
    summary: 'Change the tariff of a tree',
    description:
      'The whole of it is replaced. Costs of the past follow it; a new price is a new version with its first day.',
    params: z.object({ treeId: uuidOf.tree }),
    body: z.object({ tariff: tariff.nullable().describe('The tariff; null takes it away.') }),
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
    summary: 'What a branch and those below it cost',
    description:
      'In a span of whole quarter-hours, by the zones of the tariff. Exact: amounts times prices, rounded once.',
    errors: {
      IncorrectRequest: 'the span is empty, or too much would be read.',
      ObjectNotFound: 'there is no such tree or branch.',
    },
    params: z.object({ treeId: uuidOf.tree }),
    query: z
      .object({
        from: instant.optional().describe('Beginning of the span; of this month if left out.'),
        till: instant.optional().describe('End of the span; now if left out.'),
        branchId: uuid.optional().describe('Id of the branch that is looked at; the whole tree if left out.'),
        levels: z.coerce.number().int().min(0).max(10).default(1).describe('Levels below it, 0 to 10; 1 if left out.'),
      })
      .refine(isForward, backwards),
    cost: 5,
    reply: z.object({
      currency: z.string().nullable().describe('Currency; null where the tree has no tariff.'),
      unit: z.string().nullable().describe('Unit of the amounts, after conversion; null where versions differ in it.'),
      isPriced: z.boolean().describe('Whether all of the span has a price.'),
      fixed: z
        .string()
        .nullable()
        .describe('Fixed parts of the days that the span touches; null where there are none.'),
      branches: z
        .array(
          z.object({
            branchId: uuid.nullable().describe('Id of the branch; null for the whole tree.'),
            isOfUnit: z
              .boolean()
              .describe('Whether it is metered in the unit of the tariff, or in one that converts to it exactly.'),
            amount,
            cost,
            co2: z.string().nullable().describe('Kilograms of CO2, a decimal; null where it is not known.'),
            zones: z
              .array(z.object({ name: z.string().describe('Name of the zone.'), amount, cost }))
              .describe('By the names of zones.'),
          }),
        )
        .describe('What was asked for, those above before those below.'),
    }),
  }),
}
