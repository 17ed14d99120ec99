import { createHash } from 'node:crypto'
import { Refusal } from '@busbar/wire/server'
import { allows, type Role } from '../../accounts/access/roles.ts'
import type { ParamFields } from '../params/params.contract.ts'
import { paramProblems, tidyParam } from './param-template.rules.ts'
import { shippedOrgId, type TemplateFields } from './templates.sql.ts'

const templatesMax = 1000

/** The caller's role for a template; undefined when it is not there. */
export type TemplateOrgRole = { orgId: number; role: Role | null } | undefined

/** Allows shipped templates for all, and others for viewers of their organization. Returns the owner. */
export const needToSee = (orgRole: TemplateOrgRole): number => {
  if (orgRole?.orgId === shippedOrgId) return shippedOrgId
  if (orgRole === undefined || orgRole.role === null) throw new Refusal('ObjectNotFound')
  if (!allows(orgRole.role, 'viewer')) throw new Refusal('NotAuthorized', 'This needs the role viewer.')
  return orgRole.orgId
}

/** Managers change those of their organization; the shipped ones never change. */
export const needToChange = (orgRole: TemplateOrgRole): number => {
  if (orgRole?.orgId === shippedOrgId) throw new Refusal('NotAuthorized', 'Shipped templates cannot be changed.')
  if (orgRole === undefined || orgRole.role === null) throw new Refusal('ObjectNotFound')
  if (!allows(orgRole.role, 'manager')) throw new Refusal('NotAuthorized', 'This needs the role manager.')
  return orgRole.orgId
}

type TemplateInput = Omit<TemplateFields, 'skus' | 'kind' | 'paramTemplates'> & {
  kind?: TemplateFields['kind'] | undefined
  skus?: readonly string[] | undefined
  paramTemplates: readonly ParamFields[]
}

/** A template in the form in which it is stored, or a refusal that names the first parameter with a mistake. */
export const tidyTemplate = (input: TemplateInput, where = 'body'): TemplateFields => {
  const { name, manufacturer, version, kind = null, readGroupSize, writeFunction, skus = [] } = input
  const paramTemplates = input.paramTemplates.map(tidyParam)
  const [problem] = paramProblems(paramTemplates)
  if (problem !== undefined) {
    throw new Refusal('IncorrectRequest', `${where}.paramTemplates.${problem.index}: ${problem.message}`)
  }
  return { name, manufacturer, version, kind, skus: [...new Set(skus)], readGroupSize, writeFunction, paramTemplates }
}

export const checkTemplateLimit = (count: number): void => {
  if (count >= templatesMax) {
    throw new Refusal('NotAuthorized', `An organization has at most ${templatesMax} templates of its own.`)
  }
}

/** `namesakeId`: the template that has this name already. */
export const needOwnName = (namesakeId: number | undefined, id?: number): void => {
  if (namesakeId !== undefined && namesakeId !== id) {
    throw new Refusal('IncorrectRequest', `body.name: template ${namesakeId} has this name, manufacturer and version.`)
  }
}

/** Summary for the audit log: parameters are replaced by their number and a hash that reveals changes. */
export const summary = ({ paramTemplates, name, manufacturer, version, kind, ...rest }: TemplateFields): object => ({
  name,
  manufacturer,
  version,
  ...(kind !== null && { kind }),
  skus: rest.skus,
  readGroupSize: rest.readGroupSize,
  writeFunction: rest.writeFunction,
  paramCount: paramTemplates.length,
  paramsSha256: createHash('sha256').update(JSON.stringify(paramTemplates)).digest('hex'),
})
