import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import type { Variant } from '../../library/register-map/variant.ts'
import { varied } from '../../library/register-map/variants.rules.ts'

type Template = AnswerOf<'templates', 'get'>
type NewTemplate = Omit<RequestOf<'templates', 'create'>, 'orgId'>

const textMax = 200

/** A template as a unit was found to be: the next unit of its kind needs no repair. It is told from the old one by its version. */
export const repairedTemplate = (template: Template, variant: Variant): NewTemplate => {
  const { name, manufacturer, version, readGroupSize, writeFunction, paramTemplates } = template
  const { swap, steps } = variant
  const what = [...(swap === 'none' ? [] : [swap]), ...(steps === 0 ? [] : [steps > 0 ? `+${steps}` : String(steps)])]
  const ending = ` (${what.join(' ')})`
  return {
    name: name.slice(0, textMax - ending.length) + ending,
    manufacturer,
    version,
    readGroupSize,
    writeFunction,
    paramTemplates: paramTemplates.map((param) => varied(param, variant)),
  }
}
