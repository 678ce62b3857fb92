/** The path of an application's picture, which is served to its applicant alone. */
export function picturePath(applicationId: string, id: string): string {
  return `/api/applications/${applicationId}/pictures/${id}`
}
