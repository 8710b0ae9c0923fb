import { Navigate } from "@tanstack/react-router";
import { useEnvironment } from "./environment.tsx";

/** `/dashboard/`: leads to the environment that was open last. Also after signing in. */
export function StartScreen() {
  const { identifier } = useEnvironment().environment;
  return <Navigate to="/in/$environment" params={{ environment: identifier }} replace />;
}
