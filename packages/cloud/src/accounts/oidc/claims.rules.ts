import { hasInvisible, withoutInvisible } from '@busbar/kit/visible-text'
/** What a provider says of a person. */
export interface Claims {
  subject: string
  /** In lower case; null where it says none. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
  groups: readonly string[]
}

type RawClaims = Readonly<Record<string, unknown>> & { sub: string }

const groupsMax = 10_000
const nameCharsMax = 200

/** As the standard has it, but for letters of any language. */
export const isSubject = (sub: string): boolean => /^\P{Cc}{1,255}$/u.test(sub)

/** Whether the token leaves out what the provider may tell elsewhere. */
export const needsUserInfo = (token: RawClaims, groupsClaim: string): boolean =>
  token['email'] === undefined || token['email_verified'] === undefined || claimAt(token, groupsClaim) === undefined

/** Of many groups some providers send a link in their place, which only another key of theirs opens. */
export const areGroupsElsewhere = (token: RawClaims, groupsClaim: string): boolean =>
  claimAt(token, groupsClaim) === undefined && Object.hasOwn(token['_claim_names'] ?? {}, groupsClaim)

/** The token goes before what is told elsewhere; but an address and whether it is verified come from one place. */
export const joined = (token: RawClaims, info: RawClaims): RawClaims => {
  const { email, email_verified: isVerified } = info['email'] === undefined ? token : info
  return { ...info, ...token, email, email_verified: isVerified }
}

/** What is not there is said to be none: no address, no group. Only `true` is a verified address. */
export const claimsOf = (claims: RawClaims, groupsClaim: string): Claims => {
  const email = text(claims['email'])?.trim().toLowerCase() ?? null
  const name = nameIn(claims['name']) || nameIn(claims['preferred_username']) || null
  return {
    subject: claims.sub,
    email: isEmail(email) ? email : null,
    isEmailVerified: claims['email_verified'] === true,
    name: name?.slice(0, nameCharsMax) || null,
    groups: groupsOf(claimAt(claims, groupsClaim)),
  }
}

/** By its whole name, which may have dots in it, or as the way to it. */
const claimAt = (claims: Readonly<Record<string, unknown>>, claim: string): unknown =>
  Object.hasOwn(claims, claim)
    ? claims[claim]
    : claim
        .split('.')
        .reduce<unknown>(
          (inside, name) =>
            typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
              ? (inside as Readonly<Record<string, unknown>>)[name]
              : undefined,
          claims,
        )

/** A list of texts, or one text where there is one group. */
const groupsOf = (claim: unknown): string[] => {
  const all: unknown[] = Array.isArray(claim) ? claim : [claim]
  return all.filter((one) => typeof one === 'string').slice(0, groupsMax)
}

const text = (claim: unknown): string | null => (typeof claim === 'string' ? claim.replaceAll(/\p{Cc}/gu, ' ') : null)

const isEmail = (address: string | null): boolean =>
  address !== null && /^[^\s@]+@[^\s@]+$/.test(address) && !hasInvisible(address) && address.length <= 254

const nameIn = (claim: unknown): string => withoutInvisible(text(claim) ?? '').trim()
