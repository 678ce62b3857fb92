/** Where a picture of an application is; it answers to its applicant alone. */
export function picturePath(applicationId: string, id: string): string {
  return `/api/applications/${applicationId}/pictures/${id}`
}
