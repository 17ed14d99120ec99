import type { Queries } from '@busbar/database'

/** May the account act on what all organizations share? Administrators of the installation may; while there is one organization only, its owners too. */
export const mayActForAll = async (sql: Queries, accountId: number): Promise<boolean> => {
  const [found] = await sql<[{ may: boolean }]>`
    select exists (select from account where id = ${accountId} and is_installation_admin)
        or (exists (select from membership where account_id = ${accountId} and role = 'owner')
            and (select count(*) from (select from org where not is_sample limit 2) first_two) = 1) as may`
  return found.may
}
