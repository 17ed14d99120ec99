import type { Column, PhoneRole } from './columns.ts'

/** Which columns a row of a list is made of. */
export interface PhoneRowParts<Row> {
  title: Column<Row> | undefined
  value: Column<Row> | undefined
  mark: Column<Row> | undefined
  action: Column<Row> | undefined
  details: readonly Column<Row>[]
}

/** Assigns columns by their role, otherwise by order: see `Column`. */
export const phoneParts = <Row>(columns: readonly Column<Row>[]): PhoneRowParts<Row> => {
  const hasRole = (role: PhoneRole): boolean => columns.some(({ phone }) => phone === role)
  const hasTitle = hasRole('title')
  const value = hasRole('value') ? undefined : columns.find((one) => one.align === 'right' && isOnPhones(one))
  const roleOf = (column: Column<Row>, index: number): PhoneRole => {
    if (column.phone !== undefined) return column.phone
    if (index === 0 && !hasTitle) return 'title'
    if (column === value) return 'value'
    return isOnPhones(column) ? 'detail' : 'none'
  }
  const roles = columns.map(roleOf)
  const only = (role: PhoneRole): Column<Row> | undefined => columns[roles.indexOf(role)]
  return {
    title: only('title'),
    value: only('value'),
    mark: only('mark'),
    action: only('action'),
    details: columns.filter((_, index) => roles[index] === 'detail'),
  }
}

const isOnPhones = ({ from, phone }: Pick<Column<never>, 'from' | 'phone'>): boolean =>
  from === undefined && phone === undefined
