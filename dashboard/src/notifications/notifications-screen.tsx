import { PageHeader } from "../components/page-header.tsx";

export function NotificationsScreen() {
  return <PageHeader title="Notifications" />;
}
