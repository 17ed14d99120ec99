import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Role } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Panel } from '../../ui/layout/page.tsx'

const roles = ['viewer', 'operator', 'manager', 'owner'] as const satisfies readonly Role[]
/** The least role for each. */
const rights = {
  look: 'viewer',
  confirm: 'operator',
  write: 'operator',
  change: 'manager',
  audit: 'manager',
  people: 'owner',
} as const satisfies Record<string, (typeof roles)[number]>

/** What each role may do, in plain words. */
export const RolesTable = (): ReactNode => {
  const { people, shell } = useTexts()
  return (
    <Panel title={people.rolesTitle}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="h-8.5 border-y border-line bg-sunken text-xs text-faint">
            <th scope="col" className="px-4 text-left font-medium">
              <span className="sr-only">{people.may}</span>
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className="px-1.5 py-1 text-center font-medium break-words md:px-3">
                {shell.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(rights).map(([right, least]) => (
            <tr key={right} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-4 py-2 text-left font-normal">
                {people.rights[right as keyof typeof rights]}
              </th>
              {roles.map((role) => (
                <td key={role} className="px-1.5 text-center md:px-3">
                  <Mark isGranted={roles.indexOf(role) >= roles.indexOf(least)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

const Mark = ({ isGranted }: { isGranted: boolean }): ReactNode => {
  const { people } = useTexts()
  const Icon = isGranted ? Check : Minus
  return (
    <>
      <Icon className={`mx-auto size-4 ${isGranted ? '' : 'text-faint'}`} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{isGranted ? people.yes : people.no}</span>
    </>
  )
}
