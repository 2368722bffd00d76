//! The server: MCP over standard input and output, each call on a thread of its own.

use std::io::{self, IsTerminal as _};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::runtime;
use tokio::task::spawn_blocking;

use super::super::NO_ANSWER;
use super::super::console::{Console, ConsoleArgs};
use super::Mcp;
use super::tools::{Reply, Tools};
use crate::Diagnostic;
use crate::host::shown;

impl Mcp {
    /// Serves one client until it leaves.
    pub(super) fn serve(self, messages: &ConsoleArgs) -> u8 {
        let console = Console::new(messages);
        if io::stdin().is_terminal() {
            console.say("waiting for a client that speaks MCP on standard input; Ctrl-C ends it\n");
        }
        let server = Server { tools: Tools::new(self, messages.clone()) };
        let runtime = match runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return failed(&error, &console),
        };
        let served = runtime.block_on(async {
            let service = rmcp::serve_server(server, rmcp::transport::stdio()).await;
            service.map_err(|error| error.to_string())?.waiting().await.map_err(|e| e.to_string())
        });
        // A client that has left may have left a read of standard input behind.
        runtime.shutdown_background();
        served.map_or_else(|error| failed(&error, &console), |_| 0)
    }
}

/// What answers a client.
struct Server {
    tools: Tools,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("assize", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.tools.instructions())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.clone();
        let list = spawn_blocking(move || tools.list()).await;
        list.map(ListToolsResult::with_all_items)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tools = self.tools.clone();
        let given = asked.arguments.unwrap_or_default();
        let reply = spawn_blocking(move || tools.call(&asked.name, given)).await;
        let reply = reply.unwrap_or_else(|error| Reply::wrong(&gave_up(&error).into()));
        let content = vec![ContentBlock::text(reply.text)];
        let mut result = match reply.wrong {
            true => CallToolResult::error(content),
            false => CallToolResult::success(content),
        };
        result.structured_content = reply.data;
        Ok(result.into())
    }
}

/// `assize mcp < /dev/null`
fn failed(error: &dyn std::fmt::Display, console: &Console) -> u8 {
    let wrong = Diagnostic::error("assize::mcp::no_client")
        .message(format!("no client of MCP speaks here: {}", shown(error.to_string())))
        .help("register the command with a client, such as `claude mcp add assize -- assize mcp --seat qa`");
    console.report(&wrong.into());
    NO_ANSWER
}

/// A call that broke off
fn gave_up(error: &tokio::task::JoinError) -> Diagnostic {
    Diagnostic::error("assize::mcp::gave_up")
        .message(format!("the call ended before it had an answer: {}", shown(error.to_string())))
        .help("it counts as shut; run `assize gate TASK` to see why")
}
