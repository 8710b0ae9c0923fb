import { Component, type ReactNode, Suspense } from "react";

type OnDemandProps = {
  children: ReactNode;
  /** Shown until the part is loaded. */
  fallback?: ReactNode;
};

/**
 * A part of a page that is loaded when it is needed. If it cannot be loaded, because the connection is gone or the service
 * has been upgraded, the page around it stays, with everything that was typed.
 */
export class OnDemand extends Component<OnDemandProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (this.state.hasFailed)
      return <span role="alert">A part of this page could not be loaded: reload it.</span>;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
